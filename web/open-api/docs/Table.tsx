import type { ReactNode } from 'react'
import { Inline } from './Inline.tsx'
import styles from './Table.module.css'

interface Cell {
  text: string
  code?: boolean
  /** Shown below the text. */
  more?: ReactNode
}

interface TableProps {
  head: readonly string[]
  rows: readonly (readonly Cell[])[]
  /** Anchors of the rows. */
  ids?: readonly string[]
}

/** A table of texts. On a phone each row is a block. */
export function Table({ head, rows, ids }: TableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text do not move
          <tr key={place} id={ids?.[place]}>
            {row.map(({ text, code, more }, column) => (
              <td key={head[column]}>
                {code ? <code>{text}</code> : <Inline text={text} />}
                {more}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
