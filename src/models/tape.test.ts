import { describe, expect, it } from 'vitest'
import { createTapeModel, type Tape } from './tape.ts'
import { parseTape } from './tape-file.ts'
import type { Message, ReplyEvent } from './types.ts'

const tape: Tape = {
  type: 'tape',
  version: 1,
  title: 'Flights',
  replies: [
    {
      reasoning: 'I will count 你好🙂.',
      text: 'Let me count.',
      toolCalls: [{ name: 'eval', arguments: { code: 'rows.length' } }],
      usage: { input: 10, output: 5 },
      when: { user: ['How many?'] },
    },
    { text: 'There are 3.', when: { user: ['How many?'], results: [{ startsWith: '<result>' }] } },
    { text: 'You are welcome.', when: { user: ['How many?', 'Thanks'] } },
  ],
}

const user = (content: string): Message => ({ role: 'user', content })
const first: Message[] = [{ role: 'system', content: 'x' }, user('How many?')]

describe('a tape as a model', () => {
  const model = createTapeModel(tape, { pace: 0 })
  const ask = (messages: Message[]) => model.reply({ messages, tools: [] })

  it('plays its lines by how many replies there already are, whatever was asked before', async () => {
    const reply = await ask(first)
    expect(reply).toMatchObject({
      text: 'Let me count.',
      finish: 'tool-calls',
      usage: { input: 10, output: 5 },
      error: null,
    })
    expect(reply.toolCalls).toEqual([{ id: 'tape_1_1', name: 'eval', arguments: { code: 'rows.length' } }])
    const second: Message[] = [
      ...first,
      { role: 'assistant', content: reply.text, toolCalls: reply.toolCalls },
      { role: 'tool', toolCallId: 'tape_1_1', name: 'eval', content: '<result>\n3\n</result>' },
    ]
    expect(await ask(second)).toMatchObject({ text: 'There are 3.', finish: 'stop', usage: null })
    expect(await ask(first)).toEqual(reply)
    const third: Message[] = [...second, { role: 'assistant', content: 'There are 3.' }, user(' Thanks\n')]
    expect(await ask(third)).toMatchObject({ text: 'You are welcome.', error: null })

    const beyond = await ask([...third, { role: 'assistant', content: 'x' }, user('More')])
    expect(beyond.error).toMatchObject({
      kind: 'script',
      message: expect.stringMatching(
        /"Flights".*3 replies.*number 4.*Connect a model, or play the model by hand/,
      ),
    })
  })

  it('says where a request leaves the script', async () => {
    const error = async (messages: Message[]): Promise<string> => {
      const reply = await ask(messages)
      expect(reply).toMatchObject({ text: '', toolCalls: [], error: { kind: 'script' } })
      return reply.error?.message ?? ''
    }
    expect(await error([user('How much?')])).toMatch(
      /its message 1 is "How many\?", and here it is "How much\?"/,
    )
    expect(await error([])).toMatch(/expects 1 message, and there are 0/)
    expect(await error([user('How many?'), user('Really?')])).toMatch(/expects 1 message, and there are 2/)
    const played: Message = { role: 'assistant', content: '' }
    const result = (content: string): Message => ({ role: 'tool', toolCallId: 'a', name: 'eval', content })
    expect(await error([...first, played, result('<error>no</error>')])).toMatch(
      /its tool result 1 is "<result>…", and here/,
    )
    expect(await error([...first, played])).toMatch(/expects 1 tool result/)
  })

  it('streams at its pace, characters whole, and can be stopped', async () => {
    const events: ReplyEvent[] = []
    let slept = 0
    const sleep = async (ms: number): Promise<void> => {
      slept += ms
    }
    const paced = createTapeModel(tape, { pace: 100, startMs: 50, sleep })
    const reply = await paced.reply(
      { messages: first, tools: [] },
      { onEvent: (event) => events.push(event) },
    )
    const join = (type: ReplyEvent['type']): string =>
      events
        .map((event) =>
          event.type !== type ? '' : event.type === 'tool-call' ? event.arguments : event.text,
        )
        .join('')
    expect(join('reasoning')).toBe(reply.reasoning)
    expect(join('text')).toBe('Let me count.')
    expect(join('tool-call')).toBe('{"code":"rows.length"}')
    expect(events.length).toBeGreaterThan(6)
    const pieces = events.map((event) => (event.type === 'tool-call' ? event.arguments : event.text))
    expect(pieces.filter((piece) => /\p{Surrogate}/u.test(piece))).toEqual([])
    const characters = reply.reasoning.length + reply.text.length + '{"code":"rows.length"}'.length
    expect(slept).toBeCloseTo(50 + characters * 10)

    const stop = new AbortController()
    const stopping = createTapeModel(tape, { pace: 100, sleep: async () => stop.abort() })
    const stopped = await stopping.reply({ messages: first, tools: [] }, { signal: stop.signal })
    expect(stopped).toMatchObject({ toolCalls: [], error: { kind: 'stopped' } })
  })

  it('gives calls ids that the conversation does not have', async () => {
    const twice: Tape = {
      ...tape,
      replies: [
        {
          toolCalls: [
            { id: 'a', name: 'f', arguments: {} },
            { id: 'a', name: 'f', arguments: {} },
          ],
        },
      ],
    }
    const { toolCalls } = await createTapeModel(twice, { pace: 0 }).reply({ messages: [], tools: [] })
    expect(new Set(toolCalls.map((call) => call.id)).size).toBe(2)
  })
})

describe('parseTape', () => {
  it('takes a tape through JSON', () => {
    expect(parseTape(JSON.parse(JSON.stringify(tape)))).toEqual({ ok: true, tape })
  })
  it.each([
    [null, /no tape/],
    [{ ...tape, type: 'song' }, /\$\.type/],
    [{ ...tape, version: 2 }, /\$\.version/],
    [
      { ...tape, replies: [{ toolCalls: [{ name: 'x', arguments: 'no' }] }] },
      /\$\.replies\[0\]\.toolCalls\[0\]\.arguments/,
    ],
  ])('refuses %j', (value, problem) => {
    const parsed = parseTape(value)
    expect(parsed.ok ? '' : parsed.problem).toMatch(problem)
  })
})
