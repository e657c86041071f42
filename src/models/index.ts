/**
 * Who answers: an endpoint, a tape, or a person. All are a `Model`, and none of their replies rejects: a reply that
 * went wrong has an `error` that says what happened, where, and what to do, beside whatever had arrived. Whoever runs
 * an agent looks at `error` first, and acts on no tool call of a reply that has one.
 */
export { type Adjustment, type EndpointMemory, sessionMemory } from './adjust.ts'
export { createChatModel } from './chat.ts'
export type { Clock } from './clock.ts'
export type { Fetch } from './http.ts'
export { type ListOptions, listModels, type ModelList } from './list-models.ts'
export { createPersonModel, type PendingRequest, type PersonAnswer, type PersonModel } from './person.ts'
export { corsCure, PRESETS, type Preset, presetFor } from './presets.ts'
export { createResponsesModel } from './responses.ts'
export type { EndpointOptions } from './settings.ts'
export { createTapeModel, type Tape, type TapeOptions, type TapeReply, type TapeText } from './tape.ts'
export { type ParsedTape, parseTape } from './tape-file.ts'
export { estimateTokens } from './tokens.ts'
export type {
  Finish,
  Message,
  Model,
  ModelError,
  ModelErrorKind,
  ModelRequest,
  ModelTool,
  Reply,
  ReplyEvent,
  ReplyOptions,
  ToolCall,
  Usage,
} from './types.ts'
