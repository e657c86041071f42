import type { Arrow, Machine, State } from '../../lessons/protocols/types.ts'
import styles from './Protocols.module.css'

const WIDTH = 150
const HEIGHT = 40
const GAP_X = 100
const GAP_Y = 64
/** Room for the arrows that go back over the boxes. */
const TOP = 44

/** A state machine as boxes and arrows, in the colours of the page. */
export function MachinePicture({ machine }: { machine: Machine }) {
  const columns = Math.max(...machine.states.map(({ column }) => column)) + 1
  const rows = Math.max(...machine.states.map(({ row }) => row)) + 1
  const width = columns * (WIDTH + GAP_X) - GAP_X + 2
  const height = TOP + rows * (HEIGHT + GAP_Y) - GAP_Y + 2
  return (
    <svg
      className={styles.machine}
      viewBox={`-1 0 ${width} ${height}`}
      role="img"
      aria-label={inWords(machine)}
    >
      <defs>
        <marker
          id="machine-head"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0 L8 4 L0 8 z" fill="var(--ink3)" />
        </marker>
      </defs>
      {machine.arrows.map((arrow) => (
        <ArrowLine key={`${arrow.from} ${arrow.to}`} arrow={arrow} states={machine.states} />
      ))}
      {machine.states.map((state) => (
        <g key={state.id} transform={`translate(${leftOf(state)} ${topOf(state)})`}>
          <rect
            width={WIDTH}
            height={HEIGHT}
            rx={state.ends ? HEIGHT / 2 : 8}
            data-ends={state.ends || undefined}
          />
          <text x={WIDTH / 2} y={HEIGHT / 2 + 4.5} textAnchor="middle">
            {state.title}
          </text>
        </g>
      ))}
    </svg>
  )
}

const leftOf = ({ column }: State): number => column * (WIDTH + GAP_X)
const topOf = ({ row }: State): number => TOP + row * (HEIGHT + GAP_Y)

function ArrowLine({ arrow, states }: { arrow: Arrow; states: readonly State[] }) {
  const from = states.find(({ id }) => id === arrow.from)
  const to = states.find(({ id }) => id === arrow.to)
  if (!from || !to) return null
  const { path, x, y, anchor } = shapeOf(from, to)
  return (
    <>
      <path d={path} className={styles.arrow} markerEnd="url(#machine-head)" />
      <text x={x} y={y} textAnchor={anchor} className={styles.arrowLabel}>
        {arrow.label}
      </text>
    </>
  )
}

/** Forwards straight on, down straight down, back in a bow above the boxes. */
function shapeOf(from: State, to: State): { path: string; x: number; y: number; anchor: 'middle' | 'start' } {
  const middle = (state: State): number => leftOf(state) + WIDTH / 2
  if (from.column === to.column) {
    const [start, end] = [topOf(from) + HEIGHT, topOf(to) - 2]
    return {
      path: `M${middle(from)} ${start} V${end}`,
      x: middle(from) + 8,
      y: (start + end) / 2 + 4,
      anchor: 'start',
    }
  }
  if (from.column < to.column) {
    const y = topOf(from) + HEIGHT / 2
    const [start, end] = [leftOf(from) + WIDTH, leftOf(to) - 2]
    return { path: `M${start} ${y} H${end}`, x: (start + end) / 2, y: y + 34, anchor: 'middle' }
  }
  const y = topOf(from)
  const peak = y - 26
  const path = `M${middle(from)} ${y} V${peak} H${middle(to)} V${y - 2}`
  return { path, x: (middle(from) + middle(to)) / 2, y: peak - 6, anchor: 'middle' }
}

function inWords({ states, arrows }: Machine): string {
  const title = (id: string): string => states.find((state) => state.id === id)?.title ?? id
  return arrows
    .map(({ from, to, label }) => `${title(from)}, ${label === '' ? 'then' : label}: ${title(to)}`)
    .join('. ')
}
