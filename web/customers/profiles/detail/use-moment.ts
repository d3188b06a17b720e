import { useState } from 'react'
import { useFormat } from '../../../data/use-format.ts'

/** A date and a time as they are typed, on the clocks of the store; now, until somebody changes them. */
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
