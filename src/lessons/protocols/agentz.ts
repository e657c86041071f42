import type { ProtocolPage } from './types.ts'

export const PAGE: ProtocolPage = {
  machine: {
    states: [
      { id: 'open', title: 'Engine writes a cell', column: 0, row: 0 },
      { id: 'run', title: 'Cell runs', column: 1, row: 0 },
      { id: 'ask', title: 'call_me asks the model', column: 2, row: 0 },
      { id: 'recover', title: 'Recovery cell', column: 0, row: 1 },
      { id: 'quit', title: 'quit()', column: 1, row: 1, ends: true },
      { id: 'stop', title: 'Three failures', column: 0, row: 2, ends: true },
    ],
    arrows: [
      { from: 'open', to: 'run', label: 'with the task' },
      { from: 'run', to: 'ask', label: 'registers the next cell' },
      { from: 'ask', to: 'run', label: 'the successor runs' },
      { from: 'run', to: 'quit', label: 'asked to end' },
      { from: 'run', to: 'recover', label: 'threw, or no successor' },
      { from: 'recover', to: 'stop', label: 'the third in a row' },
    ],
  },
  text: `
**AgentZ** has no loop around the model: the model writes it. The engine writes one cell, which hands the task over with
\`call_me\`. While a cell runs, the model registers the program of the next one with \`set_next_cell_code\`; when the cell
ends, that program runs. So each cell is written from inside the one before it, and what the model is told is what the
code chooses to pass on: nothing is carried over by itself.

**Rules.** Exactly one successor a cell: a second registration ends the cell with an error, and what it registered does
not run. A cell that throws, or ends without a successor, has failed: the engine puts in a *recovery cell*, which shows the
model the record of the failure. Three failures in a row end the turn; any success counts from nothing again. \`call_me\`
and \`quit\` work in their own cell alone. \`quit()\` ends the chain; \`input()\` asks you.

**Inside \`call_me\`.** Requests follow the Responses format, whichever format your server speaks. The model, the
instructions, the host's two tools and the least effort of reasoning are put back into every request, whatever the cell
asked for, \`extra_body\` included. A reply that uses host tools alone is answered and continued without the cell noticing.
Calls of the cell's own tools go back to its code, and what the host said is filled in when the code goes on: so a loop of
tool calls can be written inside a cell.

**Good at:** long work that the model organises itself, with a small context. **Bad at:** short questions, which cost at
least two requests for a cell.

**Otherwise than in the published program**

- Cells are TypeScript here, Python there. Cell 0 of the agent is Cell 1 of the notebook.
- A cell that hangs holds the engine up there. Here it is interrupted by its limit, and a recovery cell follows.
- A failed cell leaves its traces in the interpreter there. Here you may have it rolled back, as a setting.
- It redacts one key in what it records. Here every secret of the model's settings is taken out of replies, tool results
  and answers before they reach the interpreter.
- The service tier, the most tokens and the least effort are fixed in its code. Here they are settings; and a server that
  refuses one of them is asked again without it.
- \`quit()\` is an exception there, which \`except BaseException\` and \`finally\` can hold up. Here nothing can.
- After a cell that registered twice, what happens to the first registration is open there. Here it does not run.
- When the engine's own cell fails because the model cannot be reached, it tries three times there. Here the turn stops at
  once and says why.
- It runs until it is asked to quit. Here a turn has a limit of cells, and "continue" at its end; and one \`call_me\` has a
  limit of requests.
- A response says in \`host_calls\` what the host did for it. So a recorded response is complete: a fork can go on with it,
  or with another one that you write.
- \`stream\` is not handed to the cell: replies always stream in, to you. Tools of a \`call_me\` are functions and free text
  (\`custom\`); computer use, shell and patches are refused with a sentence.
- It may do all that its process may. Here a cell reaches nothing but what it is given.
`.trim(),
}
