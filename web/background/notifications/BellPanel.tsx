import { Button } from '@mantine/core'
import { notifications } from '@ruam/contract/notifications.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import styles from './Bell.module.css'
import { BellItem } from './BellItem.tsx'
import { text } from './text.ts'
import type { useNotifications } from './use-notifications.ts'

interface Props {
  read: ReturnType<typeof useNotifications>
  /** Before another page, or a question, takes the panel's place. */
  onLeave: () => void
}

/** The newest of what has ended, each with the way to it. */
export default function BellPanel({ read: { data, error, refetch, isFetching }, onLeave }: Props) {
  const t = useWords(text)
  const mark = useWrite(notifications.read, { quiet: true })
  const newest = Math.max(0, ...(data?.data ?? []).map(({ id }) => id))
  return (
    <section className={styles.panel} aria-label={t.title} aria-busy={!data && !error}>
      <header>
        <h2>{t.title}</h2>
        {data && data.unread > 0 && (
          <Button
            variant="subtle"
            size="xs"
            loading={mark.isPending}
            onClick={() => mark.mutate({ body: { upTo: newest } })}
          >
            {t.readAll}
          </Button>
        )}
      </header>
      {error && <ErrorBanner message={error.message} onRetry={refetch} busy={isFetching} />}
      {data?.data.length === 0 && (
        <p className={styles.empty}>
          {t.empty}
          <span>{t.emptyHint}</span>
        </p>
      )}
      <ul>
        {data?.data.map((notice) => (
          <BellItem
            key={notice.id}
            notice={notice}
            onLeave={onLeave}
            onRead={() => !notice.read && mark.mutate({ body: { ids: [notice.id] } })}
          />
        ))}
      </ul>
    </section>
  )
}
