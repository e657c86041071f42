import type { ToolManifest } from '../../kernel/types.ts'

/** A tool as the model calls it. */
export interface NativeTool {
  /** What servers accept as a name: the tool's own wherever it can be. */
  name: string
  tool: ToolManifest
}

const MOST_CHARS = 64

/** Names for the wire: letters, digits, `_` and `-`, at most 64, each once. The same tools always get the same names. */
export function nativeTools(tools: readonly ToolManifest[]): NativeTool[] {
  // Names that can stay as they are come first, so that no other tool takes them away.
  const taken = new Set(tools.map(({ name }) => name).filter((name) => sendable(name) === name))
  return tools.map((tool) => {
    const wanted = sendable(tool.name)
    if (wanted === tool.name) return { name: wanted, tool }
    let name = wanted
    for (let nth = 2; taken.has(name); nth += 1) name = `${wanted.slice(0, MOST_CHARS - 4)}_${nth}`
    taken.add(name)
    return { name, tool }
  })
}

function sendable(name: string): string {
  const plain = name.replaceAll(/[^\w-]/g, '_').slice(0, MOST_CHARS)
  return plain === '' ? '_' : plain
}
