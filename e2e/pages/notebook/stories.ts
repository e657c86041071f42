import { fromJson } from '../../../src/ui/value/from-json.ts'
import { Story } from './events.ts'

/** A run with everything in it: calls in parallel, an error and its repair, an answer in Markdown. */
export function carriers(): { story: Story; wait: string } {
  const story = new Story()
  story.open('Which carriers are late?')
  story.ask('Which carriers were late most often in May, and by how much?')
  story.cell(
    `const orders = await tools.searchOrders({ month: "2024-05" });
const late = orders.filter(o => o.delivered > o.promised);
console.log(\`\${late.length} of \${orders.length} late\`);
late.length`,
    (cell) => {
      const call = cell.call('searchOrders', { month: '2024-05' }, 2)
      cell.wait(call)
      cell.settle(call, [{ id: 1, carrierId: 3, promised: '2024-05-03', delivered: '2024-05-05' }], 60)
      cell.log('412 of 3204 late')
      cell.end({ type: 'number', text: '412' })
    },
  )
  let wait = ''
  story.cell(
    `const ids = [...new Set(late.map(o => o.carrierId))];
const carriers = await Promise.all(ids.map(id => tools.getCarrier({ id })));
carriers`,
    (cell) => {
      const calls = [3, 7, 9].map((id) => cell.call('getCarrier', { id }, 1))
      cell.wait(...calls)
      cell.settle(calls[0] ?? 0, { id: 3, name: 'Northern Freight', region: 'north' }, 32)
      cell.wait()
      cell.settle(calls[1] ?? 0, { id: 7, name: 'Blue Line', region: 'coast' }, 49)
      wait = cell.wait()
      cell.settle(
        calls[2] ?? 0,
        { id: 9, name: 'Kestrel', region: 'inland', contact: { phone: '555-0199' } },
        81,
      )
      cell.end(
        fromJson([
          { id: 3, name: 'Northern Freight', region: 'north' },
          { id: 7, name: 'Blue Line', region: 'coast' },
          { id: 9, name: 'Kestrel', region: 'inland', contact: { phone: '555-0199' } },
        ]),
        { wallMs: 84, warnings: ['A code fence around the program was taken off.'] },
      )
    },
  )
  story.cell('const worst = carriers.find(c => c.id === byCarrier[0].id);\nworst.name', (cell) => {
    cell.log('looking for the worst carrier', 'info')
    cell.log('byCarrier was never computed', 'warn')
    cell.end(null, {
      wallMs: 3,
      error: {
        kind: 'runtime',
        name: 'ReferenceError',
        message: 'byCarrier is not defined',
        line: 1,
        column: 39,
        frame:
          '> 1 | const worst = carriers.find(c => c.id === byCarrier[0].id);\n    |                                           ^\n  2 | worst.name',
        stack: 'at <cell> (cell-3:1:43)\nat find (native)',
      },
    })
  })
  story.cell(
    `const byCarrier = Object.groupBy(late, o => o.carrierId);
Object.entries(byCarrier).map(([id, rows]) => ({ id: Number(id), late: rows.length }))`,
    (cell) => {
      cell.end(
        fromJson([
          { id: 3, late: 57 },
          { id: 7, late: 120 },
          { id: 9, late: 235 },
        ]),
        { wallMs: 12 },
      )
    },
  )
  story.answer(`**Kestrel** was late most often.

| carrier | late | share |
| --- | ---: | ---: |
| Kestrel | 235 | 57 % |
| Blue Line | 120 | 29 % |
| Northern Freight | 57 | 14 % |

Late deliveries came *2.1 days* after the promised date on average; see \`byCarrier\` for the rows.`)
  return { story, wait }
}

/** As many small cells as asked for. */
export function longRun(cells: number): Story {
  const story = new Story()
  story.open(`${cells} cells`)
  story.ask('Count, one cell after the other.')
  for (let i = 1; i <= cells; i++) {
    story.cell(
      `// step ${i}\nconst total${i} = [1, 2, ${i}].map((n) => n * ${i}).reduce((a, b) => a + b, 0);\nconsole.log(\`total is \${total${i}}\`);\n({ step: ${i}, total: total${i}, ok: true })`,
      (cell) => {
        const call = cell.call('record', { step: i }, 1)
        cell.settle(call, { saved: true }, 5)
        cell.log(`total is ${i * (3 + i)}`)
        cell.end(fromJson({ step: i, total: i * (3 + i), ok: true }))
      },
    )
  }
  return story
}
