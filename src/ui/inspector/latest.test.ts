import { expect, it } from 'vitest'
import { Latest } from './latest.ts'

function jobs() {
  const log: string[] = []
  const ends: (() => void)[] = []
  const job = (name: string) => async () => {
    log.push(`${name} starts`)
    await new Promise<void>((resolve) => ends.push(resolve))
    log.push(`${name} ends`)
  }
  const finish = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { log, job, finish }
}

it('runs one at a time and skips those that were overtaken', async () => {
  const { log, job, finish } = jobs()
  const latest = new Latest()
  for (const name of ['a', 'b', 'c', 'd']) latest.run(job(name))
  await finish()
  await finish()
  expect(log).toEqual(['a starts', 'a ends', 'd starts', 'd ends'])
  latest.run(job('e'))
  await finish()
  expect(log.slice(4)).toEqual(['e starts', 'e ends'])
})

it('forgets what has not started', async () => {
  const { log, job, finish } = jobs()
  const latest = new Latest()
  latest.run(job('a'))
  latest.run(job('b'))
  latest.clear()
  await finish()
  expect(log).toEqual(['a starts', 'a ends'])
})
