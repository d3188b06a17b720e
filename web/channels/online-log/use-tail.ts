import { useEffect, useState } from 'react'
import { MINUTE_MS } from './range.ts'

const CHECK_MS = 5000
const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS

/**
 * The clock of a live list. `now` advances each minute while the list is live. `until` is the newest entry when it stopped, so that
 * pages do not shift.
 */
export function useTail(live: boolean) {
  const [now, setNow] = useState(thisMinute)
  const [newest, setNewest] = useState<string>()
  const [until, setUntil] = useState<string>()
  const [before, setBefore] = useState(live)
  if (live !== before) {
    setBefore(live)
    setUntil(live ? undefined : newest)
  }
  useEffect(() => {
    if (!live) return
    setNow(thisMinute())
    const timer = setInterval(() => setNow(thisMinute()), CHECK_MS)
    return () => clearInterval(timer)
  }, [live])
  return {
    now,
    until,
    /** Notes the newest entry in sight. */
    see(time: string | undefined) {
      if (live && time !== undefined && time !== newest) setNewest(time)
    },
  }
}
