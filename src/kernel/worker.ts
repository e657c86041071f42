import { serveKernel } from './serve.ts'
import type { Port } from './wire.ts'

serveKernel(self as unknown as Port)
