import { codeFrame, compileModule, type PositionMap } from './compile/index.ts'
import { placeOfImport } from './import-places.ts'

/** Module name (`@/skills/stats`, `@/skills/stats/util.ts`) to TypeScript source. */
export type Modules = Readonly<Record<string, string>>

/** Left out by authors of TypeScript, or written as what it compiles to. */
const ENDINGS = ['.ts', '.js', '.mts', '.mjs', '/index.ts', '/index.js', '']

/** Modules named in an error. */
const MOST_NAMED = 50

export type Loaded = { ok: true; value: string } | { ok: false; error: Error }

/** In place of a module's name: the reason why there is none. */
const UNRESOLVED = 'unresolved:'

/**
 * The full name of an imported module: `@/skills/x` as it is, `./y` relative to the importer and within its skill,
 * with the extension and `index` that authors leave out. `importer` is a module or the name of a cell.
 *
 * A failure is a name as well, one that `loadModule` turns into the error: the engine's binding takes a failure at
 * this point for a pointer to text, and reads whatever stands at address 0.
 */
export function resolveModule(importer: string, requested: string, modules: Modules): string {
  const inModule = Object.hasOwn(modules, importer)
  const fail = (reason: string): string => {
    const place = inModule ? placeOfImport(modules[importer] ?? '', requested) : null
    const where = place ? `${importer}:${place.line}:${place.column}: ` : inModule ? `${importer}: ` : ''
    return `${UNRESOLVED}${where}${reason}`
  }
  let wanted = requested
  if (/^\.\.?(?:\/|$)/.test(requested)) {
    if (!inModule)
      return fail(`A cell has no folder that ${JSON.stringify(requested)} could be in. ${available(modules)}`)
    const joined = join(importer, requested)
    if (joined === null) {
      const skill = rootOf(importer).join('/')
      return fail(
        `${JSON.stringify(requested)} leaves the skill ${skill}: import another skill by its full name, as "@/skills/NAME".`,
      )
    }
    wanted = joined
  }
  const name = find(wanted, modules)
  if (name !== undefined) return name
  const full = wanted === requested ? '' : ` (${JSON.stringify(wanted)})`
  return fail(`There is no module ${JSON.stringify(requested)}${full}. ${available(modules)}`)
}

function find(wanted: string, modules: Modules): string | undefined {
  const bare = wanted.replace(/\.[cm]?js$/, '')
  return [wanted, ...ENDINGS.map((end) => bare + end)].find((name) => Object.hasOwn(modules, name))
}

function available(modules: Modules): string {
  const names = Object.keys(modules)
  if (names.length === 0) return 'None are available here.'
  const more = names.length > MOST_NAMED ? `, … ${names.length - MOST_NAMED} more` : ''
  return `Available: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`
}

/** The parts of a skill's own folder: `@/skills/NAME`. Modules of other names have one folder in common. */
function rootOf(name: string): string[] {
  if (!name.startsWith('@/skills/')) return []
  return name
    .split('/')
    .slice(0, 3)
    .map((part) => part.replace(/\.[cm]?[jt]s$/, ''))
}

/** `@/skills/a/b.ts` + `./c` → `@/skills/a/c`. Null when it leaves the skill. */
function join(importer: string, relative: string): string | null {
  const root = rootOf(importer)
  // `@/skills/stats` is the entry of the folder of that name, other modules stand in their folder.
  const folder = importer.split('/').slice(root.length, -1)
  for (const step of relative.split('/')) {
    if (step === '' || step === '.') continue
    if (step !== '..') folder.push(step)
    else if (folder.pop() === undefined) return null
  }
  return [...root, ...folder].join('/')
}

/** The script of a module. A failure names the file, the line and the column, and shows the lines around it. */
export function loadModule(name: string, modules: Modules): Loaded {
  if (name.startsWith(UNRESOLVED)) return { ok: false, error: new Error(name.slice(UNRESOLVED.length)) }
  const source = modules[name]
  if (source === undefined || !Object.hasOwn(modules, name))
    return {
      ok: false,
      error: new Error(`There is no module ${JSON.stringify(name)}. ${available(modules)}`),
    }
  const compiled = compileModule(source, name)
  if (compiled.ok) return { ok: true, value: compiled.script }
  const { message, line, column } = compiled.error
  const place = line === undefined ? name : `${name}:${line}:${column ?? 1}`
  const frame = line === undefined ? '' : `\n${codeFrame(source, line, column ?? 1)}`
  return { ok: false, error: new SyntaxError(`${place}: ${message}${frame}`) }
}

const maps = new Map<string, PositionMap>()
/** Compiled positions that are kept; each is small, and errors in skills are few. */
const MOST_MAPS = 50

/** From a place in a module's script to its text; undefined when it is no module. */
export function moduleMap(name: string, modules: Modules): PositionMap | undefined {
  const source = Object.hasOwn(modules, name) ? modules[name] : undefined
  if (source === undefined) return undefined
  const known = maps.get(source)
  if (known) return known
  const compiled = compileModule(source, name)
  if (!compiled.ok) return undefined
  if (maps.size >= MOST_MAPS) maps.clear()
  maps.set(source, compiled.map)
  return compiled.map
}
