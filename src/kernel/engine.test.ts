import { expect, test } from 'vitest'
import { bootEngine } from './engine.ts'

test('boot is the same twice, byte for byte', async () => {
  const a = await bootEngine()
  const b = await bootEngine()
  expect(Buffer.compare(Buffer.from(a.memory.buffer), Buffer.from(b.memory.buffer))).toBe(0)
  const t0 = performance.now()
  const A = new Int32Array(a.memory.buffer), B = new Int32Array(b.memory.buffer)
  let n = 0
  for (let i = 0; i < A.length; i++) if (A[i] !== B[i]) n++
  console.log('int32 compare', performance.now() - t0, n, A.length)
  let last = 0
  for (let i = 0; i < A.length; i++) if (A[i] !== 0) last = i
  console.log('last nonzero byte', last * 4)
  // find brk
  const before = Int32Array.from(A)
  const h = a.context.evalCode('globalThis.big = new Uint8Array(3000000).fill(7); 1')
  h.unwrap().dispose()
  const A2 = new Int32Array(a.memory.buffer)
  last = 0
  for (let i = 0; i < A2.length; i++) if (A2[i] !== 0) last = i
  console.log('last nonzero after', last * 4)
  for (let i = 0; i < A2.length; i++) {
    if (A2[i]! !== before[i]! && A2[i]! - before[i]! >= 2900000 && A2[i]! - before[i]! < 3200000) console.log('cand', i * 4, before[i], A2[i])
  }
  a.grow(32 * 2 ** 20)
  expect(a.memory.buffer.byteLength).toBe(32 * 2 ** 20)
  const r = a.context.evalCode('big[2999999] + 1').unwrap()
  expect(a.context.getNumber(r)).toBe(8)
})
test('async flag', async () => {
  const a = await bootEngine()
  for (const code of ['1;2', 'a: { if (1) { 5; break a } 7 }', 'for (const x of [1,2,3]) { if (x===2) { 7 } }', 'l: { for (const x of [1,2,3]) { if (x===2) { x*100; break l } } }', 'var fin; l: { try { 1; break l } finally { fin = 1 } }', 'try { 7 } finally { 8 }', 'new Date(2024,0,1).toISOString()', 'Date.now()', 'Math.random()', 'new Error("x").stack', 'typeof Error.isError + typeof Error.captureStackTrace+ typeof Promise.try+ typeof Iterator + typeof performance+ typeof Array.fromAsync+Object.getOwnPropertyNames(globalThis)', 'l: { switch (1) { case 1: { 99; break l } } }', 'l: { for(;;) { try { 3; break l } finally { 4; for (const q of [1]) {55} } } }', 'var x = 1; l: { undefined; break l}', 'new Error("q").hasOwnProperty("stack")']) {
    const r = a.context.evalCode(code, 'cell-1', 1 << 7 | 1 << 3).unwrap()
    a.runtime.executePendingJobs()
    const st = a.context.getPromiseState(r)
    if (st.type === 'fulfilled') console.log(code, '=>', JSON.stringify(a.context.dump(st.value)))
    else if (st.type === 'rejected') console.log(code, 'rejected', a.context.dump(st.error))
    else console.log(code, st.type)
  }
})
