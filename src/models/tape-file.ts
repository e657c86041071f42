import { z } from 'zod'
import type { Tape } from './tape.ts'

const textSchema = z.union([z.string(), z.object({ startsWith: z.string() })])
const count = z.number().int().nonnegative()

const tapeSchema = z.object({
  type: z.literal('tape'),
  version: z.literal(1),
  title: z.string(),
  replies: z.array(
    z.object({
      text: z.string().optional(),
      reasoning: z.string().optional(),
      toolCalls: z
        .array(
          z.object({
            id: z.string().min(1).optional(),
            name: z.string().min(1),
            arguments: z.record(z.string(), z.unknown()),
          }),
        )
        .optional(),
      usage: z.object({ input: count, output: count }).optional(),
      when: z
        .object({ user: z.array(textSchema).optional(), results: z.array(textSchema).optional() })
        .optional(),
    }),
  ),
})

export type ParsedTape = { ok: true; tape: Tape } | { ok: false; problem: string }

/** Reads a tape from outside; `problem` names the first place that is wrong. */
export function parseTape(value: unknown): ParsedTape {
  const parsed = tapeSchema.safeParse(value)
  if (parsed.success) return { ok: true, tape: parsed.data }
  const issue = parsed.error.issues[0]
  const path =
    issue === undefined
      ? ''
      : issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return { ok: false, problem: `This is no tape: $${path}: ${issue?.message ?? 'wrong shape'}.` }
}
