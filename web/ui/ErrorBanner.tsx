import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import styles from './states.module.css'

interface ErrorBannerProps {
  /** The sentence, for instance an ApiError's message. */
  message: string
  /** Said after it in a quieter voice. */
  note?: string
  onRetry?: () => unknown
  busy?: boolean
}

/** Says what went wrong above what was there before, with a way to try again. */
export function ErrorBanner({ message, note, onRetry, busy }: ErrorBannerProps) {
  const t = useWords(common)
  return (
    <div className={styles.banner} role="alert">
      <IconAlertCircle size={18} stroke={1.6} />
      <p>
        <strong>{message}</strong> {note}
      </p>
      {onRetry && (
        <Button onClick={onRetry} loading={busy}>
          {t.retry}
        </Button>
      )}
    </div>
  )
}
