import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './listen.mjs'
import { createSite, safePath } from './site.mjs'

const folder = mkdtempSync(join(tmpdir(), 'backstep site '))
let url = ''
let server: ReturnType<typeof createSite>

beforeAll(async () => {
  mkdirSync(join(folder, 'site', 'assets'), { recursive: true })
  mkdirSync(join(folder, 'site', '.vite'))
  const files = {
    'secret.txt': 'secret',
    'site/index.html': '<meta http-equiv="Content-Security-Policy"\n content="default-src \'self\'">',
    'site/manifest.webmanifest': '{}',
    'site/assets/engine-Ab12_-xY.wasm': '\0asm',
    'site/assets/index-Ab12_-xY.js': '1',
    'site/.vite/manifest.json': '{}',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  server = createSite(join(folder, 'site'))
  url = (await listen(server, '0')).url
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

test('the page comes with its policy, and is asked for again each time', async () => {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toBe("default-src 'self'; frame-ancestors 'none'")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const again = await fetch(url, { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})

test.each([
  ['assets/engine-Ab12_-xY.wasm', 'application/wasm', 'public, max-age=31536000, immutable'],
  ['assets/index-Ab12_-xY.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['manifest.webmanifest?v=1', 'application/manifest+json; charset=utf-8', 'no-cache'],
])('%s is %s, kept: %s', async (path, type, cache) => {
  const response = await fetch(url + path, { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('cache-control')).toBe(cache)
  expect(await response.text()).toBe('')
})

test.each([
  ['GET', '/../secret.txt', 400],
  ['GET', '/%2e%2e/secret.txt', 400],
  ['GET', '/assets/..%2f..%2fsecret.txt', 400],
  ['GET', '/..%5csecret.txt', 400],
  ['GET', '/.vite/manifest.json', 400],
  ['GET', '/C:/secret.txt', 400],
  ['GET', '/a%00', 400],
  ['GET', '/%zz', 400],
  ['GET', '//secret.txt', 404],
  ['GET', '/assets', 404],
  ['GET', '/nothing', 404],
  ['POST', '/', 405],
  ['OPTIONS', '/', 405],
])('%s %s is refused with %i', async (method, path, status) => {
  // As bytes on a socket: clients like fetch tidy the path up first.
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.end(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).not.toContain('secret\n')
})

test('a folder is its page', () => {
  expect(safePath('/?x=1')).toBe('/index.html')
  expect(safePath('/e2e/pages/')).toBe('/e2e/pages/index.html')
  expect(safePath('/a%20b.js#c')).toBe('/a b.js')
})

test('a page without a policy is not served', () => {
  writeFileSync(join(folder, 'index.html'), '<title>No policy</title>')
  expect(() => createSite(folder)).toThrow(/no content policy/)
})
