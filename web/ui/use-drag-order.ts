import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'

interface Drag {
  from: number
  to: number
}

/**
 * Moves the rows of a list by their handles: dragged, or with the arrows up and down. The focus stays on the handle of the row that moved,
 * if rows have keys of their own.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<Drag>()
  const start = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    let to = from
    const move = ({ clientY }: globalThis.PointerEvent) => {
      const rows = [...(list.current?.children ?? [])]
      const over = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom)
      to = over < 0 ? rows.length - 1 : over
      setDragged({ from, to })
    }
    const end = () => {
      handle.removeEventListener('pointermove', move)
      setDragged(undefined)
      if (to !== from) onMove(from, to)
    }
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  const press = (event: KeyboardEvent<HTMLElement>, from: number) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const to = Math.min(Math.max(from + by, 0), (list.current?.children.length ?? 1) - 1)
    if (to !== from) onMove(from, to)
    const handle = event.currentTarget
    requestAnimationFrame(() => {
      handle.focus()
      handle.scrollIntoView({ block: 'nearest' })
    })
  }
  return {
    dragged,
    /** Attributes of the handle of a row. */
    handleOf: (index: number) => ({
      'aria-keyshortcuts': 'ArrowUp ArrowDown',
      onPointerDown: (event: PointerEvent<HTMLElement>) => start(event, index),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(event, index),
    }),
  }
}
