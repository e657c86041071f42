import peerUrl from 'quickjs-wasi/quickjs.wasm?url'
import { connectKernel } from '../../src/kernel/client.ts'
import type { Row } from '../bench/bench.ts'
import { kernelRows } from '../bench/kernel-measures.ts'

declare global {
  interface Window {
    measure: () => Promise<Row[]>
  }
}

const newWorker = (): Worker =>
  new Worker(new URL('../../src/kernel/worker.ts', import.meta.url), { type: 'module' })

window.measure = async () =>
  kernelRows({
    make: (options) => connectKernel(newWorker, options),
    peerWasm: await WebAssembly.compileStreaming(fetch(peerUrl)),
    goals: { cellMs: 1, sequentialMs: 250, parallelMs: 80 },
  })
