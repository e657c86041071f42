import { afterEach, expect, test } from 'vitest'
import { whenAwakeFor } from './patience.ts'

let end: () => void = () => undefined
afterEach(() => end())

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const holdUp = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('time is over when nobody ends the waiting', async () => {
  let over = false
  end = whenAwakeFor(100, () => {
    over = true
  })
  await after(50)
  expect(over).toBe(false)
  await after(400)
  expect(over).toBe(true)
})

test('an answer that came while the thread was held up is heard first', async () => {
  const { port1, port2 } = new MessageChannel()
  let over = false
  end = whenAwakeFor(100, () => {
    over = true
  })
  const heard = new Promise<void>((resolve) => {
    port2.onmessage = () => {
      end()
      resolve()
    }
  })
  // At the end of a turn of the event loop: the next one looks at timers before messages.
  setImmediate(() => {
    port1.postMessage('here')
    holdUp(900)
  })
  await heard
  await after(300)
  expect(over).toBe(false)
  port1.close()
})
