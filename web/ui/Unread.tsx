import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { EmptyState } from './EmptyState.tsx'
import { shell } from './shell-words.ts'
import styles from './states.module.css'

interface UnreadProps {
  read: { error: { message: string } | null; refetch: () => unknown; isFetching: boolean }
}

/** Stands in the place of a page of which nothing could be read, with a way to try again. */
export function Unread({ read }: UnreadProps) {
  const t = useWords(common)
  const s = useWords(shell)
  return (
    <div className={styles.unread} role="alert">
      <EmptyState
        icon={IconAlertCircle}
        title={s.chunkTitle}
        text={read.error?.message ?? ''}
        action={
          <Button onClick={() => void read.refetch()} loading={read.isFetching}>
            {t.retry}
          </Button>
        }
      />
    </div>
  )
}
