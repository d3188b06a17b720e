import { useState } from 'react'
import { useWords, words } from '../data/text.ts'
import { remainingSeconds } from './pace.ts'

const text = words({
  seconds: ['เหลือประมาณ {count} วินาที', 'about {count} seconds left', 'about {count} second left'],
  minutes: ['เหลือประมาณ {count} นาที', 'about {count} minutes left', 'about {count} minute left'],
})

/** Seconds up to which they are said as such: "about 1 minute" would be too little for what takes 80. */
const MOST_SECONDS = 90

/** Says how long a work takes still, in seconds up to a minute and a half, then in minutes; nothing before there is a pace. */
export function useRemainingTime() {
  const t = useWords(text)
  return (seconds: number | null): string => {
    if (seconds === null) return ''
    return seconds < MOST_SECONDS
      ? t.seconds({ count: Math.ceil(seconds) })
      : t.minutes({ count: Math.round(seconds / 60) })
  }
}

/** Seconds that are left of what only says which share of it is done, by the pace since the screen has seen it. */
export function usePace(progress: number): number | null {
  const [since] = useState(() => ({ at: Date.now(), progress }))
  return remainingSeconds(since, progress)
}
