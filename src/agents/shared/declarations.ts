import type { ToolManifest } from '../../kernel/types.ts'

/** Declarations take a while to render and are asked for with every request of a notebook. */
export function remembered(render: (tools: ToolManifest[]) => string): (tools: ToolManifest[]) => string {
  const known: { tools: ToolManifest[]; text: string }[] = []
  return (tools) => {
    const found = known.find((each) => isSame(each.tools, tools))
    if (found) return found.text
    const text = render(tools)
    known.unshift({ tools, text })
    known.length = Math.min(known.length, MOST_KEPT)
    return text
  }
}

const MOST_KEPT = 8

/** Sets of tools are made anew from the same tools. */
const isSame = (a: readonly ToolManifest[], b: readonly ToolManifest[]): boolean =>
  a.length === b.length && a.every((tool, place) => tool === b[place])
