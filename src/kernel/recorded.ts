import type { Machine, StepControl, StepReport } from './machine.ts'
import type { Readings, Step } from './types.ts'

/** Lets a step go as it went when it was recorded: the same readings, interrupted at the same moment. */
export function recordedControl(machine: Machine, step: Step): Pick<StepControl, 'interrupt' | 'now'> {
  const readings: Readings = step.type === 'configure' ? {} : step
  let reading = 0
  return {
    interrupt: () => readings.interruptedAt !== undefined && machine.polls >= readings.interruptedAt,
    now: () => readings.times?.[reading++] ?? 0,
  }
}

/** Applies a recorded step for its effect on the heap alone. */
export function applyRecorded(machine: Machine, step: Step): StepReport {
  return machine.apply(step, {
    ...recordedControl(machine, step),
    onLine: () => undefined,
    onCall: () => undefined,
  })
}
