export { camelCase, externalName, nearestNames } from '../kernel/names.ts'
export {
  checkSchema,
  completeInput,
  issuesMessage,
  validateInput,
  validateOutput,
} from '../kernel/validate.ts'
export { nameProblems, type ToolName, ToolNameError, toolNames } from './names.ts'
export { type AllowList, createRegistry, manifestOf, type Registry, RegistryError } from './registry.ts'
export { renderDeclarations } from './render/declarations.ts'
export { fetchSampleFiles, type LoadSampleFile, SampleDataError, type SampleFile } from './sample/load.ts'
export { createSampleTools, type SampleToolsOptions } from './sample/tools.ts'
export type { Issue, Tool, Validation } from './types.ts'
