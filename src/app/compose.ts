import { createProtocols } from '../agents/index.ts'
import { connectKernel } from '../kernel/client.ts'
import { ENGINE_ID } from '../kernel/engine.ts'
import type { KernelOptions } from '../kernel/types.ts'
import type { Notebook } from '../notebook/notebook.ts'
import { createNotebook } from '../notebook/tree.ts'
import { createSession } from '../session/create.ts'
import type { Session, SessionOptions } from '../session/index.ts'
import { renderDeclarations } from '../tools/render/declarations.ts'
import { fetchSampleFiles } from '../tools/sample/load.ts'
import { createSampleTools } from '../tools/sample/tools.ts'
import { UNTITLED } from '../ui/state/first-title.ts'
import { DEMOS } from './demo.ts'
import { createModel } from './models.ts'

export const tools = createSampleTools({ load: fetchSampleFiles(document.baseURI) })
export const protocols = createProtocols({ renderDeclarations })
export const declarations = renderDeclarations(tools, 'tools')

export function newNotebook(): Notebook {
  return createNotebook({
    id: crypto.randomUUID(),
    title: UNTITLED,
    engine: ENGINE_ID,
    event: crypto.randomUUID(),
    branch: { id: crypto.randomUUID(), name: 'Main' },
    at: Date.now(),
  })
}

/** The one place that knows which kernel, models and tools there are. */
export function sessionFor(options: Pick<SessionOptions, 'notebook' | 'journal' | 'readOnly'>): Session {
  return createSession({ ...options, createKernel, createModel, tools, protocols, demos: DEMOS })
}

function createKernel(options: KernelOptions) {
  return connectKernel(
    () => new Worker(new URL('../kernel/worker.ts', import.meta.url), { type: 'module', name: 'kernel' }),
    options,
  )
}
