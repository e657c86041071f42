import type { ProtocolPage } from './types.ts'

export const PAGE: ProtocolPage = {
  machine: {
    states: [
      { id: 'ask', title: 'Model is asked', column: 0, row: 0 },
      { id: 'run', title: 'Code runs', column: 1, row: 0 },
      { id: 'answer', title: 'Answer', column: 0, row: 1, ends: true },
      { id: 'stop', title: 'Pause', column: 2, row: 0, ends: true },
    ],
    arrows: [
      { from: 'ask', to: 'run', label: 'eval {code}' },
      { from: 'run', to: 'ask', label: '<result> or <error>' },
      { from: 'ask', to: 'answer', label: 'words, no call' },
      { from: 'run', to: 'stop', label: '24 model calls, or 3 same failures' },
    ],
  },
  text: `
The model has one tool, \`eval {code}\`. Its code runs in an interpreter that keeps variables, functions and classes, so work builds up: load once, then ask the variable. Other tools are functions inside, \`tools.camelCase(input)\` or \`tools["any name"](input)\`; \`await Promise.all([…])\` runs them at the same time. The model reads what was printed as \`<stdout>\` and the value of the last expression as \`<result>\`, or \`<error type="…">\`.

**Good at:** work over several messages on the same data; large data that never enters the context; repair, as what was done before an error stays.

**Bad at:** single simple calls, for which code is a detour; models that forget which variables there are.

**Otherwise than in the published programs** (\`langchain-quickjs\` and \`@langchain/quickjs\`)

- Redeclaring a name in a later call is an error there. Here every kind of declaration may be repeated.
- Printed text is not escaped there, so code can forge a \`<result>\`. Here everything that code can influence is escaped.
- A failing tool ends the whole run there, or loses its name. Here the code sees the error and may catch it.
- A second \`eval\` in the same reply fails there (“already in flight”). Here they run one after the other.
- A \`Map\`, a \`Date\`, an \`Error\` or a function in a result reads as \`{}\` or \`[object]\` there. Here each is shown as what it is.
- TypeScript is refused in the one and half read in the other. Here it runs, \`enum\` and \`namespace\` included.
- Syntax errors have no line there. Here they have line, column and a frame.
- Two tools whose names become the same are not noticed there. Here they are refused, with both names.
`.trim(),
}
