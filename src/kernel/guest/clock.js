// Time and chance: whatever the outside contributes is asked from the host, which keeps it for replays.

let clock = 'none'

const now = (what) => {
  if (clock === 'recorded') return host.now()
  throw marked(
    new ErrorCtor(
      what +
        ': cells have no clock, so that runs can be replayed exactly. Get the time from a tool, or set the notebook\'s clock to "recorded".',
    ),
    'runtime',
  )
}

const PatchedDate = function Date() {
  if (new.target === undefined) return new RealDate(now('Date()')).toString()
  if (arguments.length === 0) {
    const args = list()
    push(args, now('new Date()'))
    return construct(RealDate, args, new.target)
  }
  return construct(RealDate, arguments, new.target)
}
defineProperty(PatchedDate, 'length', { value: 7, configurable: true })
hide(PatchedDate, 'now', { now: () => now('Date.now()') }.now)
hide(PatchedDate, 'parse', RealDate.parse)
hide(PatchedDate, 'UTC', RealDate.UTC)
defineProperty(PatchedDate, 'prototype', { value: DatePrototype, writable: false, enumerable: false })
hide(DatePrototype, 'constructor', PatchedDate)
hide(globalThis, 'Date', PatchedDate)

let origin = -1
hide(
  globalThis,
  'performance',
  freeze({
    now: () => {
      const time = now('performance.now()')
      if (origin < 0) origin = time
      return time - origin
    },
  }),
)

// xoshiro128**, seeded by splitmix32: the state is in the heap, so an image carries it.
let [s0, s1, s2, s3] = [1, 2, 3, 4]
const seedRandom = (seed) => {
  let state = seed | 0
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return mixed ^ (mixed >>> 15)
  }
  s0 = next()
  s1 = next()
  s2 = next()
  s3 = next() | 1
}
const randomBits = () => {
  const five = imul(s1, 5)
  const result = imul((five << 7) | (five >>> 25), 9)
  const shifted = s1 << 9
  s2 ^= s0
  s3 ^= s1
  s1 ^= s2
  s0 ^= s3
  s2 ^= shifted
  s3 = (s3 << 11) | (s3 >>> 21)
  return result >>> 0
}
hide(
  Math,
  'random',
  { random: () => (randomBits() * 2097152 + (randomBits() >>> 11)) / 9007199254740992 }.random,
)
