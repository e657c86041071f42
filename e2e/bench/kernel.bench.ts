import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createKernel } from '../../src/kernel/kernel.ts'
import type { Bench } from './bench.ts'
import { kernelRows } from './kernel-measures.ts'

/** The kernel in this process (Node), beside the bare engine and a peer that can copy its heap too. */
const kernel: Bench = async () => {
  const wasm = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')
  return kernelRows({
    make: createKernel,
    peerWasm: await WebAssembly.compile(await readFile(wasm)),
    goals: { cellMs: 1, sequentialMs: 100, parallelMs: 50 },
  })
}

export default kernel
