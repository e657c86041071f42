import { expect, test } from './support/test.ts'

/** What a page might do wrong, and what the guard has to say then: a guard that sees nothing lets everything pass. */
const FAULTS: [name: string, fault: () => unknown, problem: RegExp][] = [
  [
    'asks another host',
    () => fetch('http://192.0.2.1/x').catch(() => null),
    /another host: GET http:\/\/192\.0\.2\.1\/x/,
  ],
  ['opens a socket to another host', () => new WebSocket('ws://192.0.2.1/'), /WebSocket to another host/],
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the fault itself
  ['evaluates text', () => setTimeout('1 + 1'), /policy violated: script-src|Console error: .*eval/],
  [
    'asks another host from a worker',
    () => new Worker(URL.createObjectURL(new Blob(['fetch("http://192.0.2.1/w").catch(() => {})']))),
    /another host: GET http:\/\/192\.0\.2\.1\/w/,
  ],
  [
    'evaluates text in a worker',
    () =>
      new Worker(
        URL.createObjectURL(new Blob(['try { eval("1") } catch (error) { console.error(error.message) }'])),
      ),
    /Console error: .*eval/i,
  ],
  [
    'loads an image from another host',
    () => Object.assign(new Image(), { src: 'http://192.0.2.1/i.png' }),
    /img-src/,
  ],
  [
    'throws',
    () =>
      setTimeout(() => {
        throw new Error('thrown by the test')
      }),
    /Uncaught: thrown by the test/,
  ],
  ['rejects', () => void Promise.reject(new Error('rejected by the test')), /Uncaught: rejected by the test/],
  ['writes an error', () => console.error('written by the test'), /Console error: written by the test/],
]

for (const [name, fault, problem] of FAULTS) {
  test(`the guard sees a page that ${name}`, async ({ page, guard }) => {
    await page.goto('./')
    await page.evaluate(fault)
    await expect.poll(() => guard.problems().join('\n')).toMatch(problem)
    guard.expect(/./)
  })
}

test('the guard lets a page ask a server that the test allows', async ({ page, guard }) => {
  const { createServer } = await import('node:http')
  const server = createServer((_request, response) => {
    response.writeHead(500, { 'Access-Control-Allow-Origin': '*' }).end('busy')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test server has no port')
  const url = `http://127.0.0.1:${address.port}/`
  guard.allow(url)
  await page.goto('./')
  expect(await page.evaluate((asked) => fetch(asked).then((response) => response.text()), url)).toBe('busy')
  server.close()
})
