import { IconAlertCircle, IconCircleCheck, IconClock, IconPlayerPause } from '@tabler/icons-react'
import styles from './Watches.module.css'
import type { Tone } from './watch.ts'

const icons = { good: IconCircleCheck, look: IconClock, bad: IconAlertCircle, quiet: IconPlayerPause }

interface WatchStateProps {
  state: { text: string; tone: Tone }
  /** Draws no icon for quiet states. */
  plain?: boolean
}

/** State of a watch or of one of its files. */
export function WatchState({ state: { text, tone }, plain = false }: WatchStateProps) {
  const Icon = icons[tone]
  return (
    <span className={styles.state} data-tone={tone}>
      {!(plain && tone === 'quiet') && <Icon size={16} stroke={1.6} aria-hidden />}
      <span>{text}</span>
    </span>
  )
}
