import { IconAlertCircle, IconBan, IconCircleCheck, IconClock, IconPlayerPause } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import styles from './OpenApi.module.css'
import { text } from './text.ts'

const icons = {
  active: IconCircleCheck,
  inactive: IconPlayerPause,
  expired: IconClock,
  revoked: IconBan,
  error: IconAlertCircle,
}

/** State of a credential, an open API or a connector, as an icon and a word. */
export function State({ status, word }: { status: keyof typeof icons; word?: string | undefined }) {
  const t = useWords(text)
  const Icon = icons[status]
  return (
    <span className={styles.state} data-state={status}>
      <Icon size={16} stroke={1.6} />
      {word ?? t[status]}
    </span>
  )
}
