import { describe, test } from 'vitest'
import cases from '../cases/kernel.json'
import { createKernel } from '../kernel.ts'
import { BEHAVIOURS } from './behaviours.ts'
import { type KernelCase, runCase } from './cases.ts'

describe('kernel, in process', () => {
  test.each((cases as unknown as KernelCase[]).map((entry) => [entry.id, entry] as const))(
    '%s',
    async (_id, entry) => {
      await runCase(entry, createKernel)
    },
    30_000,
  )
  test.each(BEHAVIOURS.map((entry) => [entry.name, entry] as const))(
    '%s',
    async (_name, entry) => {
      await entry.run(createKernel)
    },
    30_000,
  )
})
