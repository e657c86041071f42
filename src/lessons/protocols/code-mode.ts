import type { ProtocolPage } from './types.ts'

export const PAGE: ProtocolPage = {
  machine: {
    states: [
      { id: 'ask', title: 'Model is asked', column: 0, row: 0 },
      { id: 'boot', title: 'Fresh interpreter', column: 1, row: 0 },
      { id: 'run', title: 'Program runs', column: 2, row: 0 },
      { id: 'answer', title: 'Answer', column: 0, row: 1, ends: true },
    ],
    arrows: [
      { from: 'ask', to: 'boot', label: 'execute_typescript {code}' },
      { from: 'boot', to: 'run', label: '' },
      { from: 'run', to: 'ask', label: '{success, result, logs, error}' },
      { from: 'ask', to: 'answer', label: 'words, no call' },
    ],
  },
  text: `
**Code mode** gives the model one tool, \`execute_typescript\`. Instead of calling tools one after the other, the model
writes a program that calls them as \`external_*\` functions, in loops and in parallel, and returns one small value. The
tools run outside; only the program's \`return\` comes back into the context.

Each run starts with a fresh interpreter: nothing is kept. That makes runs easy to repeat and hard to build upon; a
notebook under *Deep Agents* keeps its variables.

**What the model gets back:** \`{"success", "result", "logs", "error": {"name", "message", "line"}}\`, and \`"warnings"\` when
there are any.

**Good at:** one question, one program; runs that can be repeated; exact arithmetic.

**Bad at:** building on earlier results: each run loads its data again.

**Settings:** the tool's name; several code tools, each with its own set of tools (code of one cannot reach the tools of
another: they are not in its interpreter at all); the time of one run; the number of model calls in a turn.

**Otherwise than in the published program (\`@mastra/core\`)**

- \`error.line\` is declared there and never filled. Here it is the line of the program as the model wrote it.
- Its instructions name \`execute_typescript\` whatever the tool is called. Here they name the tool.
- A program without \`return\` ends in success without a result there, and the work is lost silently. Here the value of the
  last expression counts, and where there is none the model is told.
- A call that is not awaited is dropped silently there. Here it is named in the warnings.
- A \`Map\`, \`NaN\` or function in a result disappears silently there. Here each loss is named with its path. Cycles and
  BigInts are errors in both, here with the path.
- \`enum\`, \`namespace\`, code fences, \`export default\` and a sole function are syntax errors or lost there. Here they run.
- Types lose \`null\`, \`$ref\`, \`allOf\`, tuples and descriptions there. Here they are kept.
- The same tool under two names is not noticed there. Here names that collide are refused, with both names.
- With its default transport a program can read the host's files and environment there. Here it has no way out of its
  interpreter but the functions it is given.
- It has one limit of 30 s. Here computing is limited as well (5 s), and so are calls, memory and the length of results.
`.trim(),
}
