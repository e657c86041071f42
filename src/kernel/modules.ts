/**
 * The full name of an imported module: `@/skills/x` as it is, `./y` relative to the importer, with the extension
 * and `index` that TypeScript authors leave out. Unknown names are returned as they are; loading then says so.
 */
export function resolveModule(
  base: string,
  requested: string,
  modules: Readonly<Record<string, string>>,
): string {
  const wanted = requested.startsWith('.') ? join(base, requested) : requested
  const bare = wanted.replace(/\.[cm]?js$/, '')
  const candidates = [wanted, ...['.ts', '.js', '/index.ts', '/index.js', ''].map((end) => bare + end)]
  return candidates.find((name) => Object.hasOwn(modules, name)) ?? wanted
}

/** `@/skills/a/b` + `../c` → `@/skills/c`; never above the skill's own folder (`@/skills/NAME`). */
function join(base: string, relative: string): string {
  const parts = base.split('/')
  // A module named like its folder (`@/skills/stats`) is the folder's entry.
  if (parts.length > 3) parts.pop()
  for (const step of relative.split('/')) {
    if (step === '' || step === '.') continue
    if (step !== '..') parts.push(step)
    else if (parts.length > 3) parts.pop()
    else return relative
  }
  return parts.join('/')
}
