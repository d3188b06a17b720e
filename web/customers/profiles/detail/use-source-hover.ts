import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const OPEN_MS = 400
const CLOSE_MS = 200

/** Opens a card while a mouse rests on its target or on the card; a finger and the keyboard press its button. */
export function useSourceHover() {
  const card = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const byHover = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (ms: number, act: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, ms)
  }
  const isOpen = () => card.current?.matches(':popover-open') ?? false
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    later(OPEN_MS, () => {
      if (isOpen() || !card.current || !button.current) return
      byHover.current = true
      card.current.showPopover({ source: button.current })
    })
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    later(CLOSE_MS, () => {
      // Panels that were opened by a press or are in use stay.
      if (byHover.current && !card.current?.contains(document.activeElement)) card.current?.hidePopover()
    })
  }
  return {
    card,
    button,
    target: { onPointerEnter: enter, onPointerLeave: leave },
    /** The button opens it for good, also when the mouse has opened it already. */
    press: (event: MouseEvent) => {
      clearTimeout(timer.current)
      if (byHover.current && isOpen()) event.preventDefault()
      byHover.current = false
    },
  }
}
export type SourceHover = ReturnType<typeof useSourceHover>
