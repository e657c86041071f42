import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from '../../e2e/support/model-server.ts'
import { listModels } from './list-models.ts'
import { PRESETS, presetFor } from './presets.ts'
import { estimateTokens } from './tokens.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer({ models: ['a', 'b', 'a'] })
})
afterAll(async () => {
  await server.close()
})

const answering =
  (json: unknown, status = 200) =>
  (): Promise<Response> =>
    Promise.resolve(new Response(JSON.stringify(json), { status }))

describe('listModels', () => {
  it('asks the server, with the key', async () => {
    expect(await listModels({ baseUrl: server.url, apiKey: 'sk-12345678' })).toEqual({
      ok: true,
      models: ['a', 'b'],
    })
    const sent = server.requests.at(-1)
    expect(sent).toMatchObject({
      method: 'GET',
      path: '/v1/models',
      headers: { authorization: 'Bearer sk-12345678' },
    })
    expect(sent?.headers).not.toHaveProperty('content-type')
  })

  it.each([
    [{ data: [{ id: 'x' }, { id: 7 }, null, { id: 'y', extra: 1 }] }, ['x', 'y']],
    [{ models: [{ name: 'x', model: 'x' }] }, ['x']],
    [
      [{ id: 'x' }, { id: 'y' }],
      ['x', 'y'],
    ],
    [{ object: 'list', data: null }, []],
    [{ data: [] }, []],
  ])('reads %j', async (json, models) => {
    expect(await listModels({ baseUrl: 'http://x.test', fetch: answering(json) })).toEqual({
      ok: true,
      models,
    })
  })

  it('says what is wrong', async () => {
    const error = async (options: Parameters<typeof listModels>[0]) => {
      const list = await listModels(options)
      return list.ok ? null : list.error
    }
    const base = { baseUrl: 'http://x.test', apiKey: 'sk-12345678' }
    expect(await error({ ...base, fetch: answering({ status: 'ok' }) })).toMatchObject({
      kind: 'not-found',
      message: expect.stringMatching(/no list of models/),
    })
    expect(await error({ ...base, fetch: answering({ error: 'bad key sk-12345678' }, 401) })).toMatchObject({
      kind: 'auth',
      message: expect.stringMatching(/\[REDACTED\]/),
    })
    expect(await error({ ...base, fetch: () => Promise.reject(new TypeError('x')) })).toMatchObject({
      kind: 'network',
    })
    expect(await error({ baseUrl: '' })).toMatchObject({ kind: 'request' })
    expect(await error({ ...base, fetch: () => new Promise(() => undefined), timeoutMs: 10 })).toMatchObject({
      kind: 'timeout',
    })
  })
})

describe('presets', () => {
  it('are found again by their address', () => {
    for (const preset of PRESETS) expect(presetFor(preset.baseUrl)).toBe(preset)
    expect(presetFor('http://192.168.1.2:11434')?.id).toBe('ollama')
    expect(presetFor('https://llm.example/v1')).toBeNull()
    expect(presetFor('no address')).toBeNull()
  })
})

describe('estimateTokens', () => {
  it('counts bytes', () => {
    expect(['', 'a', 'abcd', 'abcde', '你好', '🙂'].map(estimateTokens)).toEqual([0, 1, 1, 2, 2, 1])
  })
})
