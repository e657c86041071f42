import type { GuestLine } from '../guest/reports.ts'
import type { ConsoleLine, PreviewNode } from '../types.ts'
import { renderText } from './text.ts'

/** A console line as text: `%`-directives filled in, values rendered, groups indented. */
export function renderLine(line: GuestLine, limit: number): ConsoleLine {
  const text = line.method === 'table' ? table(line.args, limit) : message(line.args, limit)
  const margin = '  '.repeat(line.indent)
  return { level: line.level, text: margin === '' ? text : margin + text.replaceAll('\n', `\n${margin}`) }
}

function message(args: readonly PreviewNode[], limit: number): string {
  const [first, ...rest] = args
  if (first?.type !== 'string' || first.truncated || rest.length === 0) return join(args, limit)
  let next = 0
  const filled = (first.text ?? '').replace(/%([sdifjoOc%])/g, (directive, kind: string) => {
    if (kind === '%') return '%'
    const value = rest[next]
    if (!value) return directive
    next += 1
    return format(kind, value, limit)
  })
  return [filled, ...rest.slice(next).map((node) => renderText(node, limit))].join(' ')
}

function format(kind: string, node: PreviewNode, limit: number): string {
  switch (kind) {
    case 'c':
      return ''
    case 'd':
    case 'i':
    case 'f': {
      if (node.type === 'bigint') return renderText(node, limit)
      const value = node.type === 'number' || node.type === 'string' ? Number(node.text) : Number.NaN
      return String(kind === 'i' ? Math.trunc(value) : value)
    }
    default:
      return renderText(node, limit)
  }
}

const join = (args: readonly PreviewNode[], limit: number): string =>
  args.map((node) => renderText(node, limit)).join(' ')

/** `console.table` of rows or of a record, as Markdown, which models and people both read. */
function table(args: readonly PreviewNode[], limit: number): string {
  const [data, chosen] = args
  const rows = data?.children
  if (!rows || rows.length === 0) return join(args, limit)
  const wanted = chosen?.type === 'array' ? chosen.children?.map(({ value }) => value.text ?? '') : undefined
  const columns: string[] = wanted ?? []
  for (const { value } of wanted ? [] : rows) {
    for (const { key } of value.children ?? [])
      if (!columns.includes(key) && columns.length < 20) columns.push(key)
  }
  const plain = rows.some(({ value }) => !value.children)
  const head = ['(index)', ...columns, ...(plain ? ['Values'] : [])]
  const lines = rows.map(({ key, value }) => {
    const cells = columns.map((column) => {
      const cell = value.children?.find((child) => child.key === column)
      return cell ? renderText(cell.value, 200) : ''
    })
    return [key, ...cells, ...(plain ? [value.children ? '' : renderText(value, 200)] : [])]
  })
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const left = (data.size ?? rows.length) - rows.length
  const more = left > 0 ? [`… ${left} more rows`] : []
  return [row(head), row(head.map(() => '---')), ...lines.map(row), ...more].join('\n')
}
