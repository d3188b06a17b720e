import type { KeyboardEvent, PointerEvent } from 'react'
import styles from './ColumnEdge.module.css'

/** Pixels, as the contract takes them. */
const NARROWEST = 60
const WIDEST = 1000
const STEP = 16

const within = (width: number) => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))

interface ColumnEdgeProps {
  width: number
  label: string
  /** The one that Tab comes to, until another has had the focus. */
  first: boolean
  onWidth: (width: number) => void
}

const edgesBeside = (edge: Element) => [...edge.closest('tr')!.querySelectorAll<HTMLElement>('[role=separator]')]

/**
 * The right edge of a column's title: dragged, or moved by the arrows left and right. All edges are one stop of Tab, the arrows up and down
 * lead from one to the next. While it is dragged only its column is touched.
 */
export function ColumnEdge({ width, label, first, onWidth }: ColumnEdgeProps) {
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
    const on = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!by && !on) return
    event.preventDefault()
    if (by) onWidth(within(width + by))
    const edges = edgesBeside(event.currentTarget)
    if (on) edges[edges.indexOf(event.currentTarget as HTMLElement) + on]?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved; <hr> can't
    <span
      role="separator"
      tabIndex={first ? 0 : -1}
      className={styles.edge}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      onPointerDown={drag}
      onKeyDown={press}
      onFocus={({ currentTarget }) => {
        for (const edge of edgesBeside(currentTarget)) edge.tabIndex = edge === currentTarget ? 0 : -1
      }}
    />
  )
}
