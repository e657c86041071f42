/** The kernel: one interpreter with its own heap, whose every moment is kept as an image. */
export { connectKernel, type KernelWorker } from './client.ts'
export { ENGINE_ID } from './engine.ts'
export { createKernel } from './kernel.ts'
export { renderText } from './preview/text.ts'
export * from './types.ts'
