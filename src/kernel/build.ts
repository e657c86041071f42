import { ENGINE_ID } from './engine.ts'
import { GUEST_SOURCE, LIBRARY } from './guest/index.ts'

/** 52 bits of a text, as hex: enough to tell one build from another. */
export function textHash(text: string): string {
  let [high, low] = [0x9e3779b9, 0x7f4a7c15]
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x85ebca6b)
    low = Math.imul(low ^ unit, 0xc2b2ae35)
    high ^= low >>> 13
    low ^= high >>> 16
  }
  const hex = (word: number, digits: number): string =>
    (word >>> 0).toString(16).padStart(8, '0').slice(0, digits)
  return hex(high, 8) + hex(low, 5)
}

/**
 * What an image can be put into: the engine and the guest's own code, as it is run. The code of another guest stands
 * at other addresses, and the host holds functions of its own.
 */
export const BUILD_ID = `${ENGINE_ID}/guest-${textHash([GUEST_SOURCE, ...Object.values(LIBRARY)].join('\n'))}`
