import type { PreparedSchema } from '../../kernel/schema/model.ts'
import { prepareSchema } from '../../kernel/schema/prepare.ts'
import type { JsonSchema } from '../../kernel/types.ts'
import { type SchemaType, typeOfSchema } from './from-schema.ts'
import { printType } from './print-type.ts'
import { commentBlock } from './text.ts'
import type { TypeNode } from './type-tree.ts'

/** One schema whose type is needed; `owner` goes in front of a definition's name when that is taken. */
export interface SchemaUse {
  schema: JsonSchema | undefined
  owner: string
}

export interface NamedTypes {
  /** In the order of the uses. */
  nodes: TypeNode[]
  /** Declarations of the types that recur, each ending in a line break. */
  declarations: string
}

/**
 * Types for several schemas that are shown together. Definitions with equal names and equal types are declared
 * once; with equal names and different types the later one is named after its tool.
 */
export function nameTypes(uses: readonly SchemaUse[]): NamedTypes {
  const schemas = uses.map(({ schema, owner }) => ({ prepared: prepareSchema(schema ?? true), owner }))
  const renamed = schemas.map(() => new Map<string, string>())
  for (;;) {
    const types = schemas.map(({ prepared, owner }, index) =>
      typeOfSchema(prepared, (key) => renamed[index]?.get(key) ?? typeName(key, owner)),
    )
    const declared = new Map<string, string>()
    let conflicts = 0
    for (const [index, { prepared, owner }] of schemas.entries()) {
      const [names, aliases] = [renamed[index], types[index]?.aliases]
      if (names && aliases) conflicts += declare(aliases, owner, names, declared, prepared)
    }
    // Each round settles at least one name for good, so this ends.
    if (conflicts > 0) continue
    return { nodes: types.map(({ node }) => node), declarations: [...declared.values()].join('') }
  }
}

/** Adds the declarations; returns for how many a name had to be made up, which changes all the texts. */
function declare(
  aliases: SchemaType['aliases'],
  owner: string,
  renamed: Map<string, string>,
  declared: Map<string, string>,
  prepared: PreparedSchema,
): number {
  let conflicts = 0
  for (const [key, { node, comment }] of aliases) {
    const name = renamed.get(key) ?? typeName(key, owner)
    const text = `${commentBlock(comment === '' ? [] : [comment], '')}type ${name} = ${printType(node)};\n`
    const known = declared.get(name)
    if (!TAKEN_TYPE_NAMES.has(name) && (known === undefined || known === text)) {
      declared.set(name, text)
      continue
    }
    const taken = new Set([...declared.keys(), ...renamed.values(), ...prepared.definitions.keys()])
    let free = typeName(`${owner}_${key}`, owner)
    for (let count = 2; taken.has(free) || TAKEN_TYPE_NAMES.has(free); count++)
      free = `${typeName(`${owner}_${key}`, owner)}${count}`
    renamed.set(key, free)
    conflicts++
  }
  return conflicts
}

/** `point` and `#/$defs/geo-point` become `Point` and `GeoPoint`; the whole schema is called after its tool. */
function typeName(key: string, owner: string): string {
  const words = (key === 'Root' ? owner : key).split(/[^A-Za-z0-9]+/)
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Z]/.test(name) ? name : `Type${name}`
}

/** Global types of the language and of browsers that a declaration beside them would clash with. */
const TAKEN_TYPE_NAMES: ReadonlySet<string> = new Set(
  (
    'Animation Array ArrayBuffer Attr Blob Body Boolean Cache Client Comment Crypto Date Document Element Error Event ' +
    'Exclude Extract File FileList Function Headers History Image Intl Iterator JSON KeyType Location Lock Map Math ' +
    'Navigator Node NodeList Notification Number Object Omit Option Parameters Partial Performance Permissions Pick ' +
    'Plugin Position Promise Proxy Range Readonly ReadableStream Record RegExp Report Request Required Response ' +
    'ReturnType Screen Selection Set Storage String Symbol Text Touch URL WeakMap WeakSet Window Worker'
  ).split(' '),
)
