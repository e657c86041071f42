import type { ProtocolPage } from './types.ts'

export const PAGE: ProtocolPage = {
  machine: {
    states: [
      { id: 'ask', title: 'Model is asked', column: 0, row: 0 },
      { id: 'call', title: 'Tools are called', column: 1, row: 0 },
      { id: 'answer', title: 'Answer', column: 0, row: 1, ends: true },
      { id: 'stop', title: 'Pause', column: 2, row: 0, ends: true },
    ],
    arrows: [
      { from: 'ask', to: 'call', label: 'tool calls, all at once' },
      { from: 'call', to: 'ask', label: 'every result' },
      { from: 'ask', to: 'answer', label: 'words, no call' },
      { from: 'call', to: 'stop', label: '24 model calls, or 3 same failures' },
    ],
  },
  text: `
The baseline, without code: the tools go over the wire as native tools, the model calls them itself, one or several in a reply, and reads every result in full. Calls of one reply run at the same time. When it replies in words, that is the answer.

**Good at:** one or two simple calls; tools whose results are short; models that were trained for exactly this.

**Bad at:** loops, joins and counting. Every row goes through the context, is paid for again at each further step, and the model counts in its head. Compare the tokens of the same task under the other protocols.

**Here:** inputs are checked against the schema before a tool is called; a failed call comes back as \`{"error": {"name", "message"}}\`; the same call that fails in the same way three times in a row ends the turn; names that servers refuse are written with \`_\`; a result longer than the limit is cut at its end, and the model is told by how much.
`.trim(),
}
