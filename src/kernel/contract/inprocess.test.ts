import { describe, test } from 'vitest'
import { createKernel } from '../kernel.ts'
import { ALL_CASES } from './all-cases.ts'
import { BEHAVIOURS } from './behaviours.ts'
import { runCase } from './cases.ts'
import { HOSTILE_BEHAVIOUR } from './hostile.ts'

describe('kernel, in process', () => {
  test.each(ALL_CASES.map((entry) => [entry.id, entry] as const))(
    '%s',
    async (_id, entry) => {
      await runCase(entry, createKernel)
    },
    60_000,
  )
  test.each(BEHAVIOURS.map((entry) => [entry.name, entry] as const))(
    '%s',
    async (_name, entry) => {
      await entry.run(createKernel)
    },
    30_000,
  )
  test(HOSTILE_BEHAVIOUR.name, async () => {
    await HOSTILE_BEHAVIOUR.run(createKernel)
  }, 180_000)
})
