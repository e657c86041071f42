import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { listen } from './listen.mjs'

const servers: Server[] = []
const server = () => {
  const made = createServer()
  servers.push(made)
  return made
}

afterEach(() => {
  for (const made of servers.splice(0)) made.close()
})

test('a port that was asked for and is taken is refused in one line', async () => {
  const { url } = await listen(server(), '0')
  const { port } = new URL(url)
  await expect(listen(server(), port)).rejects.toThrow(
    `Port ${port} is in use: end the program that uses it, or set PORT to another number.`,
  )
})

test('without a port asked for, the next free one is taken, and said', async () => {
  const first = await listen(server(), undefined)
  const second = await listen(server(), undefined)
  expect(Number(new URL(second.url).port)).toBeGreaterThan(Number(new URL(first.url).port))
  expect(second.note).toMatch(/^Port 4747 is in use, so this is port \d+\./)
})

test.each(['abc', '-1', '70000', '1.5'])('PORT=%s is refused', async (asked) => {
  await expect(listen(server(), asked)).rejects.toThrow(`PORT is "${asked}", which is no port`)
})
