import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './DataTable.module.css'

/** Pixels, as the contract takes them. */
const NARROWEST = 60
const WIDEST = 1000
const STEP = 16

const within = (width: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))

interface ColumnEdgeProps {
  width: number
  label: string
  onWidth: (width: number) => void
}

/** The right edge of a column's title: dragged, or moved by arrow keys. While it is dragged only its column is touched. */
export function ColumnEdge({ width, label, onWidth }: ColumnEdgeProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const edge = event.currentTarget
    const head = edge.closest('th')
    const column = head && (head.closest('table')?.querySelectorAll('col')[head.cellIndex] ?? undefined)
    if (!column) return
    const start = event.clientX
    let wanted = width
    const move = (now: globalThis.PointerEvent) => {
      wanted = within(width + now.clientX - start)
      column.style.width = `${wanted}px`
    }
    const end = () => {
      edge.removeEventListener('pointermove', move)
      if (wanted !== width) onWidth(wanted)
    }
    edge.setPointerCapture(event.pointerId)
    edge.addEventListener('pointermove', move)
    edge.addEventListener('lostpointercapture', end, { once: true })
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onWidth(within(width + by))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved; <hr> can't
    <span
      role="separator"
      tabIndex={0}
      className={styles.edge}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      onPointerDown={drag}
      onKeyDown={press}
    />
  )
}
