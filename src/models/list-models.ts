import { z } from 'zod'
import { resolveEndpoint } from './endpoint.ts'
import { exchange } from './http.ts'
import { createRedactor } from './redact.ts'
import { cleanKey, type EndpointOptions, headersOf, networkOf, secretsOf } from './settings.ts'
import type { ModelError } from './types.ts'

export type ModelList = { ok: true; models: string[] } | { ok: false; error: ModelError }

export type ListOptions = Pick<
  EndpointOptions,
  'baseUrl' | 'apiKey' | 'headers' | 'fetch' | 'pageOrigin' | 'clock'
> & {
  /** Longest wait, ms. Default 20,000. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

const name = z.string().min(1)
const entry = z.union([
  name,
  z.object({ id: name }).transform(({ id }) => id),
  z.object({ name }).transform((each) => each.name),
  z.object({ model: name }).transform(({ model }) => model),
])
const entries = z.array(z.unknown())
const listSchema = z.union([
  entries,
  z.object({ data: entries }).transform(({ data }) => data),
  z.object({ models: entries }).transform(({ models }) => models),
  // Ollama answers null when it has none.
  z.object({ data: z.null() }).transform(() => []),
])

/** Asks an endpoint for the names of its models (`GET /models`), in its order, each once. Never rejects. */
export async function listModels(options: ListOptions): Promise<ModelList> {
  const endpoint = resolveEndpoint(options.baseUrl, 'models')
  if (!endpoint.ok) return { ok: false, error: { kind: 'request', message: endpoint.problem } }
  const apiKey = cleanKey(options.apiKey)
  const headers = headersOf(options, apiKey)
  if (typeof headers === 'string') return { ok: false, error: { kind: 'auth', message: headers } }
  // A GET has no content, and without this header it needs no preflight where there is no key.
  const { 'Content-Type': _none, ...sent } = headers
  const redact = createRedactor(secretsOf(options, apiKey))
  const timeoutMs = options.timeoutMs ?? 20_000
  const network = networkOf({ ...options, timeoutMs, idleTimeoutMs: timeoutMs })

  let failure: ModelError | null = null
  for (const url of endpoint.urls) {
    const place = { url, model: '', hasKey: apiKey !== '', redact }
    const values: unknown[] = []
    const ending = await exchange({ method: 'GET', headers: sent, place, signal: options.signal }, network, {
      take: (item) => {
        if (item.type === 'json') values.push(item.value)
        return item.type === 'done'
      },
      complete: () => false,
    })
    if (ending.type === 'read') {
      const models = namesIn(values)
      if (models !== null) return { ok: true, models }
      failure ??= {
        kind: 'not-found',
        message: `The server at ${redact(url)} answered with no list of models. Check the address, or type the model's name.`,
      }
    } else {
      failure ??= ending.error
      if (ending.type !== 'refused' || ending.response.status !== 404) break
    }
  }
  return { ok: false, error: failure ?? { kind: 'not-found', message: 'No list of models was found.' } }
}

/** `values`: the body's one value, or the entries of a body that is a bare list. */
function namesIn(values: unknown[]): string[] | null {
  const parsed = listSchema.safeParse(values.length === 1 && !Array.isArray(values[0]) ? values[0] : values)
  if (!parsed.success) return null
  const names = parsed.data.flatMap((each) => {
    const one = entry.safeParse(each)
    return one.success ? [one.data] : []
  })
  return parsed.data.length > 0 && names.length === 0 ? null : [...new Set(names)]
}
