import { useEffect, useState } from 'react'
import styles from './Countdown.module.css'

/** A ring that empties, with the seconds that are left. Read aloud once, by the alert around it. */
export function Countdown({ ms }: { ms: number }) {
  const [left, setLeft] = useState(Math.ceil(ms / 1000))
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className={styles.ring} aria-hidden>
      <svg viewBox="0 0 24 24" aria-hidden>
        <circle cx="12" cy="12" r="10" />
        <circle cx="12" cy="12" r="10" pathLength="1" style={{ animationDuration: `${ms}ms` }} />
      </svg>
      {left}
    </span>
  )
}
