import { createProtocols } from '../agents/index.ts'
import { renderDeclarations } from '../tools/index.ts'

/** The protocols with the way in which this app renders tools. */
export const protocols = createProtocols({ renderDeclarations })
