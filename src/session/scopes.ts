import type { Checkpoint, Configuration } from '../kernel/types.ts'

/**
 * Boots beside that of the settings, which know fewer tools each: a cell that starts at one cannot reach the others.
 * A boot is nothing but its configuration, so its image is computed when it is first needed, like any other.
 * @param sets names of tools, by scope
 */
export function scopeBoots(
  boot: Checkpoint,
  configuration: Configuration,
  sets: Readonly<Record<string, readonly string[]>>,
): Record<string, Checkpoint> {
  return Object.fromEntries(
    Object.entries(sets).map(([scope, names]) => {
      const tools = configuration.tools.filter(({ name }) => names.includes(name))
      const step = { type: 'configure' as const, ...configuration, tools }
      return [scope, { ...boot, id: `${boot.id}/${scope}`, step }]
    }),
  )
}
