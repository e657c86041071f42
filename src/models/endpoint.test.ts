import { describe, expect, it } from 'vitest'
import { reachOf, resolveEndpoint } from './endpoint.ts'

const first = (baseUrl: string): string | undefined => {
  const endpoint = resolveEndpoint(baseUrl, 'chat/completions')
  return endpoint.ok ? endpoint.urls[0] : undefined
}

describe('base URLs as people write them', () => {
  it.each([
    ['http://localhost:11434', 'http://localhost:11434/v1/chat/completions'],
    ['http://localhost:11434/', 'http://localhost:11434/v1/chat/completions'],
    ['http://localhost:11434/v1', 'http://localhost:11434/v1/chat/completions'],
    ['http://localhost:11434/v1/', 'http://localhost:11434/v1/chat/completions'],
    ['http://localhost:11434/v1//', 'http://localhost:11434/v1/chat/completions'],
    ['http://localhost:11434/v1/chat/completions', 'http://localhost:11434/v1/chat/completions'],
    ['http://localhost:11434/v1/chat/completions/', 'http://localhost:11434/v1/chat/completions'],
    ['http://localhost:11434/v1/models', 'http://localhost:11434/v1/chat/completions'],
    ['http://localhost:11434/v1/responses', 'http://localhost:11434/v1/chat/completions'],
    ['  https://openrouter.ai/api/v1 ', 'https://openrouter.ai/api/v1/chat/completions'],
    [
      'https://generativelanguage.googleapis.com/v1beta/openai/',
      'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions',
    ],
    ['https://open.bigmodel.cn/api/paas/v4/', 'https://open.bigmodel.cn/api/paas/v4/chat/completions'],
    [
      'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21',
      'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21',
    ],
    ['https://models.github.ai/inference', 'https://models.github.ai/inference/chat/completions'],
    ['localhost:1234', 'http://localhost:1234/v1/chat/completions'],
    ['127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1/chat/completions'],
    ['192.168.1.5:8000', 'http://192.168.1.5:8000/v1/chat/completions'],
    ['gpu-box:8000', 'http://gpu-box:8000/v1/chat/completions'],
    ['api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
    ['HTTP://LOCALHOST:8080/v1#top', 'http://localhost:8080/v1/chat/completions'],
  ])('%s', (typed, url) => {
    expect(first(typed)).toBe(url)
  })

  it('guesses a second address where the version is missing', () => {
    expect(resolveEndpoint('https://api.groq.com/openai', 'models')).toEqual({
      ok: true,
      urls: ['https://api.groq.com/openai/models', 'https://api.groq.com/openai/v1/models'],
    })
    expect(resolveEndpoint('https://api.perplexity.ai', 'responses')).toEqual({
      ok: true,
      urls: ['https://api.perplexity.ai/v1/responses', 'https://api.perplexity.ai/responses'],
    })
  })

  it.each(['', '   ', 'http://', 'ftp://x/v1', 'https://user:secret@host/v1', 'http://[::1', 'file:///x'])(
    'refuses %j with a reason',
    (typed) => {
      const endpoint = resolveEndpoint(typed, 'chat/completions')
      expect(endpoint.ok).toBe(false)
      if (!endpoint.ok) expect(endpoint.problem).toMatch(/\.$/)
    },
  )
})

describe('how far away a host is', () => {
  it.each([
    ['http://localhost', 'loopback'],
    ['http://127.1.2.3', 'loopback'],
    ['http://[::1]:80', 'loopback'],
    ['http://x.localhost', 'loopback'],
    ['http://10.0.0.1', 'private'],
    ['http://172.20.1.1', 'private'],
    ['http://172.40.1.1', 'public'],
    ['http://192.168.0.9', 'private'],
    ['http://printer.local', 'private'],
    ['http://[fd00::1]', 'private'],
    ['http://nas', 'private'],
    ['https://api.openai.com', 'public'],
    ['http://[2001:db8::1]', 'public'],
  ] as const)('%s is %s', (url, reach) => {
    expect(reachOf(new URL(url))).toBe(reach)
  })
})
