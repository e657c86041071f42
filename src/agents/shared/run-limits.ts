import type { Limits } from '../../kernel/types.ts'

/** What a run that starts afresh may take, as a line of a list; nothing where there is no limit. */
export function runLimitsLine({ cpuMs, wallMs, toolCalls }: Partial<Limits>): string {
  const limits: string[] = []
  if (cpuMs !== undefined) limits.push(`${cpuMs / 1_000} s of computing`)
  if (wallMs !== undefined) limits.push(`${wallMs / 1_000} s in all`)
  if (toolCalls !== undefined) limits.push(`${toolCalls} calls`)
  return limits.length === 0 ? '' : `\n- Limits of one run: ${limits.join(', ')}.`
}
