import { camelCase, externalName } from './names.ts'
import type { Configuration, Dialect } from './types.ts'

/** A tool's name as cells of a dialect see it. */
export function shownName(dialect: Dialect, name: string): string {
  switch (dialect) {
    case 'tools':
      return camelCase(name)
    case 'external':
      return externalName(name)
    case 'codeact':
    case 'none':
      return name
  }
}

/** What a cell can call, as it would write it; for hints in errors. */
export function namesForHints(configuration: Configuration | undefined): string[] {
  if (!configuration || configuration.dialect === 'none') return []
  const { dialect, tools } = configuration
  return tools.map(({ name }) =>
    dialect === 'tools' ? `tools.${shownName(dialect, name)}` : shownName(dialect, name),
  )
}
