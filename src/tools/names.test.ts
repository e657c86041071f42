import { expect, test } from 'vitest'
import { nameProblems, ToolNameError, toolNames } from './names.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test('the names of each dialect', () => {
  const tools = named('web_search', 'get-user', 'odd name', 'class')
  expect(toolNames(tools, 'tools')).toEqual([
    {
      tool: 'web_search',
      guestName: 'webSearch',
      call: 'tools.webSearch(input)',
      aliases: ['tools["web_search"](input)'],
    },
    {
      tool: 'get-user',
      guestName: 'getUser',
      call: 'tools.getUser(input)',
      aliases: ['tools["get-user"](input)'],
    },
    { tool: 'odd name', guestName: 'odd name', call: 'tools["odd name"](input)', aliases: [] },
    { tool: 'class', guestName: 'class', call: 'tools.class(input)', aliases: ['tools["class"](input)'] },
  ])
  expect(toolNames(tools, 'external').map(({ call }) => call)).toEqual([
    'external_web_search(input)',
    'external_get_user(input)',
    'external_odd_name(input)',
    'external_class(input)',
  ])
  expect(toolNames(tools, 'codeact').map(({ call, aliases }) => [call, ...aliases])).toEqual([
    ['web_search(input)', 'callTool("web_search", input)'],
    ['callTool("get-user", input)'],
    ['callTool("odd name", input)'],
    ['callTool("class", input)'],
  ])
  expect(toolNames(tools, 'none')).toEqual([])
})

test.each<[Parameters<typeof nameProblems>[1], string[], string[]]>([
  [
    'tools',
    ['web_search', 'web-search'],
    [
      'The tools "web_search" and "web-search" are both webSearch in cell code. Rename one of them or switch one off.',
    ],
  ],
  [
    'tools',
    ['web_search', 'webSearch'],
    [
      'The tools "web_search" and "webSearch" are both webSearch in cell code. Rename one of them or switch one off.',
    ],
  ],
  [
    'tools',
    ['webSearch', 'web_search'],
    [
      'The tools "webSearch" and "web_search" are both webSearch in cell code. Rename one of them or switch one off.',
    ],
  ],
  ['tools', ['a', 'a'], ['Two tools are called "a". Rename one of them or switch one off.']],
  ['tools', [''], ['A tool has no name. Give it one.']],
  ['tools', ['then'], ['A tool cannot be called "then": JavaScript itself looks up tools.then. Rename it.']],
  [
    'tools',
    ['to_string'],
    ['A tool cannot be called "to_string": JavaScript itself looks up tools.toString. Rename it.'],
  ],
  [
    'external',
    ['a-b', 'a_b'],
    ['The tools "a-b" and "a_b" are both external_a_b in cell code. Rename one of them or switch one off.'],
  ],
  ['external', ['then', 'constructor', '__proto__'], []],
  ['external', ['web_search', 'webSearch'], []],
  [
    'codeact',
    ['callTool'],
    ['A tool cannot be called "callTool": that is the function through which cells call tools. Rename it.'],
  ],
  ['codeact', ['a-b', 'a_b', 'then'], []],
  ['none', ['a', 'a'], ['Two tools are called "a". Rename one of them or switch one off.']],
])('%s: %j', (dialect, names, problems) => {
  expect(nameProblems(named(...names), dialect)).toEqual(problems)
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s is refused under tools', (name) => {
  expect(() => toolNames(named(name), 'tools')).toThrow(ToolNameError)
})
