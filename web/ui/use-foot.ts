import { useEffect, useRef } from 'react'

/** A bar that comes and goes at the foot of a screen: what floats above the foot moves up by its height while it is there. */
export function useFoot<E extends HTMLElement>() {
  const bar = useRef<E>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const seen = new ResizeObserver(([entry]) => {
      style.setProperty('--ruam-foot', `${Math.ceil(entry!.borderBoxSize[0]!.blockSize)}px`)
    })
    if (bar.current) seen.observe(bar.current)
    return () => {
      seen.disconnect()
      style.removeProperty('--ruam-foot')
    }
  }, [])
  return bar
}
