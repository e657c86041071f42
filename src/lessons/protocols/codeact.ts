import type { ProtocolPage } from './types.ts'

export const PAGE: ProtocolPage = {
  machine: {
    states: [
      { id: 'ask', title: 'Model is asked', column: 0, row: 0 },
      { id: 'run', title: 'Code runs', column: 1, row: 0 },
      { id: 'final', title: 'Model answers', column: 0, row: 1, ends: true },
      { id: 'direct', title: 'Code answers', column: 1, row: 1, ends: true },
      { id: 'finalize', title: 'FINALIZE_MODE', column: 2, row: 0 },
    ],
    arrows: [
      { from: 'ask', to: 'run', label: 'type: code' },
      { from: 'ask', to: 'final', label: 'type: final, or plain text' },
      { from: 'run', to: 'direct', label: 'reAct off' },
      { from: 'run', to: 'finalize', label: 'reAct, CODE_RESULT' },
      { from: 'run', to: 'ask', label: 'CODE_ERROR' },
    ],
  },
  text: `
No tools go over the wire. The system message says how to reply: with one JSON object, \`{"type":"code","language":"typescript","code":"…"}\` or \`{"type":"final","output":"…"}\`. The first balanced \`{…}\` in the text counts; prose around it does not matter. Code calls tools by name or as \`callTool("name", input)\`, starts afresh each time, and what came of it goes back as a message, \`CODE_RESULT: {…}\` or \`CODE_ERROR: {…}\`.

Who gives the answer depends on the setting **reAct**:

- *off* (as published by default): what the code returned **is** the answer, and the model does not see it again. Where the result is empty, \`undefined\` or \`null\`, what was printed is the answer; where nothing was printed, the JSON. An error ends the turn as \`CODE_ERROR: …\`. The notebook says when an answer is the code's and not the model's.
- *on*: after a \`CODE_RESULT\` the model has to say the final words. If it writes code again, that is not run: \`FINALIZE_MODE: …\` goes back instead.

Text without an object in it is the answer as it is.

**Good at:** models and servers without tool calls; answers that are data, at the price of a single model call.

**Bad at:** code inside of a JSON string, which weaker models escape wrongly; building on earlier results, as nothing is kept.

**Otherwise than in the published program** (\`ai4j\`)

- Its documentation promises that errors are repaired also without reAct; its code ends after the first one, always. Turn on *Let the model repair its code* and they are.
- A reply whose JSON cannot be read is given out as the answer there. Here it goes back to the model, unless you switch that off.
- Code is ES5 in an old Java, or Python. Here it is TypeScript with \`await\` and parallel calls.
- Anything on the error stream makes a run a failure there. Here \`console.error\` only prints.
- Without \`maxSteps\` it can go on for ever there. Here a turn pauses after 24 model calls.
- Code may leave its result in \`__codeact_result\`, as there; a \`return\` that is reached first wins here.
- Calls that were not awaited, and values that JSON cannot hold, are named in \`warnings\` here.
`.trim(),
}
