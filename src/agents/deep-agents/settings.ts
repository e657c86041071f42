import { DEFAULT_STEP_LIMIT } from '../shared/turn.ts'
import type { Setting } from '../types.ts'

export const DEFAULT_TOOL_NAME = 'eval'

/** The options of the documentation. Where a number is empty, the notebook's own limit holds. */
export const SETTINGS: readonly Setting[] = [
  {
    key: 'persistence',
    title: 'Variables stay',
    help: 'Through the whole conversation, until the next message, or not at all: then each call starts afresh.',
    kind: 'choice',
    choices: [
      { value: 'thread', title: 'for the conversation (thread)' },
      { value: 'turn', title: 'for one turn (turn)' },
      { value: 'call', title: 'for one call (call)' },
    ],
    default: 'thread',
  },
  {
    key: 'toolName',
    title: 'Name of the tool',
    help: 'What the model calls with its code.',
    kind: 'text',
    default: DEFAULT_TOOL_NAME,
  },
  {
    key: 'timeoutMs',
    title: 'Computing in one call, ms',
    help: 'Waiting for tools is not counted. Default 5000.',
    kind: 'number',
    default: null,
    least: 1,
  },
  {
    key: 'memoryMb',
    title: 'Memory of the interpreter, MiB',
    help: 'All variables together. Default 64.',
    kind: 'number',
    default: null,
    least: 16,
  },
  {
    key: 'toolCalls',
    title: 'Tool calls in one call of the interpreter',
    help: 'Further ones fail. Default 256.',
    kind: 'number',
    default: null,
    least: 1,
  },
  {
    key: 'resultChars',
    title: 'Characters of a result, and of what is printed',
    help: 'More is cut in the middle of its structure, and the total is told. Default 4000 each.',
    kind: 'number',
    default: null,
    least: 1,
  },
  {
    key: 'captureConsole',
    title: 'Show the model what code prints',
    help: 'Off: what it prints is dropped, and only results come back.',
    kind: 'switch',
    default: true,
  },
  {
    key: 'allow',
    title: 'Allowed tools',
    help: 'A list of names such as ["search_flights"]. The others cannot be called. Empty: all.',
    kind: 'json',
    default: null,
  },
  {
    key: 'skills',
    title: 'Skills',
    help: 'Modules that code may import, such as {"stats": "export const mean = …"} for import("@/skills/stats").',
    kind: 'json',
    default: null,
  },
  {
    key: 'stepLimit',
    title: 'Model calls in one turn',
    help: 'The turn pauses then, and can be continued.',
    kind: 'number',
    default: DEFAULT_STEP_LIMIT,
    least: 1,
  },
  {
    key: 'instructions',
    title: 'Instructions',
    help: 'What the agent is, in front of how its interpreter works.',
    kind: 'text',
    default: '',
  },
]
