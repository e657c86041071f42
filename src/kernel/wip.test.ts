import { expect, test, vi } from 'vitest'
vi.mock('./compile/index.ts', () => ({
  compileCell: (source: string) => ({ ok: true, compiled: { script: source, map: [], warnings: [], declared: [], clobbered: [], usesReturn: false } }),
  compileModule: (source: string) => ({ ok: true, script: source, map: [] }),
  encodeMap: () => '',
  decodeMap: () => [],
  originalPosition: (_m: unknown, line: number, column: number) => ({ line, column }),
  codeFrame: () => 'frame',
}))
import { createKernel } from './kernel.ts'

const tools = [
  { name: 'echo', call: (x: unknown) => x },
  { name: 'slow', call: async (x: any) => { await new Promise((r) => setTimeout(r, x.ms)); return x.value } },
]
test('runs', async () => {
  const k = await createKernel({ tools })
  for (const code of ['1 + 1', '"a b"', '({a: 1, b: "x"})', 'var x = new Map([["a", 1], [{k: 1}, [2]]]); x', 'console.log("hi %s", "bo", {a: [1]}); await tools.echo({ q: [1, null] })',
    'throw new TypeError("bad")', 'null.x', 'await Promise.all([30, 20, 10].map((ms) => tools.slow({ ms, value: ms })))', 'tools.ech()', 'tools.slow({ms: 5000, value: 1}); "done"', 'Date.now()', 'Math.random()',
    '(function f() { return f() })()', 'JSON.parse("[".repeat(100000))', 'x.size', 'class V { x = 1 } new V()', '({ files: [tools.echo(1)] })', 'await new Promise(() => {})', 'Array.from({length: 5000}, (_, i) => i)', '"x".repeat(10000)', 'fetch("x")', '[Symbol("s"), 10n, -0, NaN, () => 1, class Foo {}, new Uint8Array([1,2]), /x/gi, new Date(0), new Error("q"), new Proxy({}, {})]', 'const c = {a: {}}; c.a.back = c; c', 'await Promise.any([Promise.reject(new Error("one")), Promise.reject(new Error("two"))])']) {
    const o = await k.run(code)
    console.log(code.slice(0, 60), '=>', o.status, JSON.stringify(o.text.slice(0, 400)), o.error?.kind ?? '', JSON.stringify(o.console), JSON.stringify(o.warnings), o.rolledBack, o.cpuMs.toFixed(2))
  }
})
test('limits', async () => {
  const k = await createKernel({ limits: { cpuMs: 300 } })
  await k.run('globalThis.before = 42')
  for (const code of ['while (true) {}', 'await 1; while (true) {}', 'while (true) await Promise.resolve()', '(function f(){ return Promise.resolve().then(f) })()', '/^(a+)+$/.test("a".repeat(40) + "b")', 'try { while (true) {} } catch { } finally { } "survived"', 'var hog = []; while (true) hog.push(new Array(1000).fill(1))', 'let nest = []; for (let i = 0; i < 50000; i++) nest = [nest]; nest.flat(Infinity).length']) {
    const t = performance.now()
    const o = await k.run(code)
    const p = await k.run('before + 1')
    console.log(code.slice(0, 60), '=>', o.status, JSON.stringify(o.text.slice(0, 200)), o.error?.kind ?? '', o.rolledBack, (performance.now() - t).toFixed(0), p.text)
    expect(p.text).toBe('43')
  }
})
test('replay identity', async () => {
  const k = await createKernel({ tools })
  const a = await k.run('var n = 0; for (let i = 0; i < 3; i++) n += await tools.echo(i); n + Math.random()')
  const c = await k.checkpoint()
  const h = await k.imageHash(c)
  const k2 = await createKernel({ tools })
  await k2.adopt([...(a.checkpoints), ])
  const first = a.checkpoints[0]!
  const boot = (k as any)
  // adopt boot as well
  const path = []
  await k.restore(first)
  const r = await k.resume(first, { 1: { result: 100 } })
  console.log(r.text, r.error)
  console.log(a.text, a.checkpoints.map((x) => x.kind))
  const t0 = performance.now()
  for (let i = 0; i < 1000; i++) await k.run('1 + 1')
  console.log('1000 runs', performance.now() - t0)
  const t1 = performance.now()
  const s = await createKernel({ tools, limits: { toolCalls: 5000, toolCallsInFlight: 1000 } })
  const o = await s.run('let t = 0; for (let i = 0; i < 1000; i++) t += await tools.echo(i); t')
  console.log('seq', o.wallMs, o.text)
  const o2 = await s.run('(await Promise.all(Array.from({ length: 1000 }, (_, i) => tools.echo(i)))).length')
  console.log('par', o2.wallMs, o2.text)
  console.log(JSON.stringify((await s.variables()).slice(0, 5)))
})
