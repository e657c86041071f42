/** @param {number} ms */
export function seconds(ms) {
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}

/**
 * Rows of text as aligned columns; columns in which every cell but the first row's looks like a figure are right-aligned.
 * @param {string[][]} rows
 */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const figures = widths.map((_, column) =>
    rows.every((row) => /^$|^[≤≥<>+-]?\d|^–$/.test(row[column] ?? '')),
  )
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          figures[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n')
}
