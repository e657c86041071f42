import { createAgentZ } from './agentz/index.ts'
import { createCodeMode } from './code-mode/index.ts'
import { createCodeAct } from './codeact/index.ts'
import { createDeepAgents } from './deep-agents/index.ts'
import { createReact } from './react/index.ts'
import type { Protocol, RenderDeclarations } from './types.ts'

export interface AgentsOptions {
  renderDeclarations: RenderDeclarations
}

/** All protocols, the first being the one that new notebooks begin with. Each is a folder of its own. */
export function createProtocols({ renderDeclarations }: AgentsOptions): Protocol[] {
  return [
    createDeepAgents({ renderDeclarations }),
    createAgentZ({ renderDeclarations }),
    createCodeMode({ renderDeclarations }),
    createCodeAct({ renderDeclarations }),
    createReact(),
  ]
}

export type * from './types.ts'
