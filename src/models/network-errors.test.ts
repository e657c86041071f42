import { describe, expect, it } from 'vitest'
import { createChatModel } from './chat.ts'
import type { EndpointOptions } from './settings.ts'

/** What a browser throws, whatever the reason. */
const failed = (): TypeError => new TypeError('Failed to fetch')

/** Rejects with what need not be an error, as a `fetch` of somebody else's may. */
const throwing = async (what: unknown): Promise<never> => {
  throw what
}

async function message(
  options: Partial<EndpointOptions> & { reachable?: boolean; cause?: unknown },
): Promise<string> {
  const model = createChatModel({
    baseUrl: 'http://localhost:11434',
    model: 'm',
    memory: new Map(),
    pageOrigin: 'https://page.example',
    fetch: (_, init) =>
      init.mode === 'no-cors' && options.reachable === true
        ? Promise.resolve(new Response())
        : throwing(options.cause ?? failed()),
    ...options,
  })
  const { error } = await model.reply({ messages: [], tools: [] })
  expect(error?.kind).toBe('network')
  return error?.message ?? ''
}

describe('no answer, in a page', () => {
  it('CORS, with the cure for the server that it looks like', async () => {
    const cors = (baseUrl: string): Promise<string> => message({ baseUrl, reachable: true })
    expect(await cors('http://localhost:11434/v1')).toMatch(
      /is there, but does not let this page \(https:\/\/page\.example\) read its answers \(CORS\)\. Set OLLAMA_ORIGINS=https:\/\/page\.example /,
    )
    expect(await cors('http://127.0.0.1:1234/v1')).toMatch(/Enable CORS.*lms server start --cors/)
    expect(await cors('http://127.0.0.1:8080/v1')).toMatch(/--cors-origins https:\/\/page\.example/)
    expect(await cors('http://localhost:8000/v1')).toMatch(
      /--allowed-origins '\["https:\/\/page\.example"\]'/,
    )
    expect(await cors('https://llm.example/v1')).toMatch(
      /"Access-Control-Allow-Origin: https:\/\/page\.example"/,
    )
    expect(await message({ reachable: true, apiKey: 'sk-0123456789' })).toMatch(/leave the key empty/)
  })

  it('nobody there: how to start it, and what a browser may ask', async () => {
    const said = await message({ reachable: false })
    expect(said).toMatch(/cannot be reached \(Failed to fetch\).*ollama serve.*Local network access/)
    expect(said).not.toMatch(/CORS/)
    expect(await message({ reachable: false, pageOrigin: 'http://localhost:5173' })).not.toMatch(
      /Local network/,
    )
  })

  it('certificates cannot be seen from a page: where to look', async () => {
    expect(await message({ baseUrl: 'https://box.lan:8443/v1' })).toMatch(
      /Open https:\/\/box\.lan:8443 in a new tab: if its certificate is not trusted/,
    )
  })

  it('mixed content is known without asking', async () => {
    let probes = 0
    const said = await message({
      baseUrl: 'http://192.168.1.5:8000/v1',
      fetch: (_, init) => {
        if (init.mode === 'no-cors') probes++
        return Promise.reject(failed())
      },
    })
    expect(said).toMatch(/loaded over https.*192\.168\.1\.5:8000.*mixed content/)
    expect(probes).toBe(0)
    expect(await message({ baseUrl: 'http://127.0.0.1:8000', reachable: false })).not.toMatch(/mixed content/)
    expect(
      await message({ baseUrl: 'http://192.168.1.5:8000', pageOrigin: 'http://page.example' }),
    ).not.toMatch(/mixed/)
  })

  it('the same origin needs no permission, so none is asked about', async () => {
    const said = await message({ baseUrl: 'https://page.example/v1', reachable: true })
    expect(said).toMatch(/cannot be reached/)
  })
})

describe('no answer, where the reason is told', () => {
  const cause = (code: string, text = code): Error =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(text), { code }) })
  it.each([
    ['ECONNREFUSED', /Nothing answers.*connection refused/],
    ['ENOTFOUND', /"localhost" cannot be found \(DNS\)/],
    ['CERT_HAS_EXPIRED', /certificate.*not trusted \(CERT_HAS_EXPIRED\)/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate.*not trusted/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak https.*http:\/\//],
    ['HPE_INVALID_CONSTANT', /does not speak http .*https:\/\//],
    ['UND_ERR_CONNECT_TIMEOUT', /cannot be reached \(UND_ERR_CONNECT_TIMEOUT\).*firewall/],
    ['ECONNRESET', /closed the connection without an answer/],
    ['EWHATEVER', /cannot be reached \(EWHATEVER\)/],
  ])('%s', async (code, pattern) => {
    expect(await message({ pageOrigin: null, cause: cause(code) })).toMatch(pattern)
  })

  it('one of several addresses, and a port that browsers refuse', async () => {
    const both = new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })])
    expect(
      await message({ pageOrigin: null, cause: new TypeError('fetch failed', { cause: both }) }),
    ).toMatch(/refused/)
    expect(await message({ baseUrl: 'http://localhost:10080', reachable: false })).toMatch(
      /refuse to call port 10080/,
    )
    const port = new TypeError('fetch failed', { cause: new Error('bad port') })
    expect(await message({ baseUrl: 'http://localhost:6000', pageOrigin: null, cause: port })).toMatch(
      /refuse to call port 6000/,
    )
  })

  it('anything may be thrown', async () => {
    for (const odd of ['text', null, undefined, 7, {}]) {
      expect(await message({ pageOrigin: null, fetch: () => throwing(odd) })).toMatch(/cannot be reached/)
    }
  })
})
