import type { PreviewEntry, PreviewNode } from '../../kernel/types.ts'
import { isContainer, leaf, type Piece, shownKey, summary, title } from './summary.ts'
import styles from './ValueTree.module.css'

/** A value in one line, in colours. */
export function Value({ node, budget }: { node: PreviewNode; budget?: number }) {
  return <Pieces pieces={summary(node, budget)} />
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, index) =>
    piece.tone === 'plain' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is drawn whole; its pieces have no life of their own.
      <span key={index} className={styles[piece.tone]}>
        {piece.text}
      </span>
    ),
  )
}

interface ValueLineProps {
  entry: PreviewEntry
  open: boolean
  place: boolean
  hideName: boolean
}

/** A row of the tree: name, then the value; a closed container shows what fits of its inside. */
export function ValueLine({ entry, open, place, hideName }: ValueLineProps) {
  const { value, keyNode } = entry
  return (
    <>
      {hideName ? null : (
        <span className={place ? styles.place : styles.key}>
          {keyNode ? <Value node={keyNode} budget={24} /> : shownKey(entry.key)}
          {keyNode ? ' => ' : ': '}
        </span>
      )}
      {isContainer(value) && value.type !== 'cut' ? (
        <Container node={value} open={open} />
      ) : (
        <Leaf node={value} />
      )}
    </>
  )
}

function Container({ node, open }: { node: PreviewNode; open: boolean }) {
  const named = node.type !== 'object'
  return (
    <>
      {named || open ? (
        <span className={node.type === 'error' ? styles.error : styles.muted}>{title(node)}</span>
      ) : null}
      {open || !node.children?.length || node.type === 'error' ? null : (
        <span className={styles.inside}>
          {named ? ' ' : ''}
          <Pieces pieces={withoutName(summary(node))} />
        </span>
      )}
      {!open && !node.children?.length && !named ? '{}' : null}
    </>
  )
}

function Leaf({ node }: { node: PreviewNode }) {
  return <Pieces pieces={[leaf(node)]} />
}

/** The container's name stands before its summary already. */
function withoutName(pieces: Piece[]): Piece[] {
  return pieces[0]?.tone === 'muted' && pieces[1]?.tone === 'plain' ? pieces.slice(1) : pieces
}
