import type { ModelRequest, PersonAnswer } from '../models/index.ts'

/** What a person who plays the model answers with, in the form in which the request wants it. */
export function answerOf(request: ModelRequest, reply: { text: string } | { code: string }): PersonAnswer {
  if ('text' in reply) return reply
  const tool = request.tools.find(({ parameters }) => takes(parameters, 'code'))
  if (tool) {
    const summary = takes(tool.parameters, 'summary') ? { summary: 'Written by hand.' } : {}
    return { toolCalls: [{ name: tool.name, arguments: { code: reply.code, ...summary } }] }
  }
  // Without tools the code stands in the text; without one for code the model calls tools itself.
  if (request.tools.length === 0)
    return { text: JSON.stringify({ type: 'code', language: 'typescript', code: reply.code }) }
  const [, name, input] = /^\s*(?:await\s+)?([\w-]+)\s*\(([\s\S]*)\)\s*;?\s*$/.exec(reply.code) ?? []
  return {
    toolCalls: [{ name: name ?? reply.code.trim(), arguments: input?.trim() ? input : '{}' }],
  }
}

function takes(parameters: ModelRequest['tools'][number]['parameters'], name: string): boolean {
  if (typeof parameters !== 'object') return false
  const { properties } = parameters
  return typeof properties === 'object' && properties !== null && name in properties
}
