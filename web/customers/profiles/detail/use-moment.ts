import { useState } from 'react'
import { useFormat } from '../../../data/use-format.ts'

/** Typed date and time in the time zone of the store; now, until they are changed. */
export function useMoment() {
  const { isoDate, isoTime } = useFormat()
  const [moment, setMoment] = useState(() => {
    const now = new Date().toISOString()
    return { date: isoDate(now), time: isoTime(now).slice(0, 5), touched: false }
  })
  return {
    ...moment,
    change: (part: { date?: string; time?: string }) => setMoment((now) => ({ ...now, ...part, touched: true })),
  }
}
export type Moment = ReturnType<typeof useMoment>
