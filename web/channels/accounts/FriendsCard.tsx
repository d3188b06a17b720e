import { Button } from '@mantine/core'
import { lineModule, lineOa } from '@ruam/contract/channels/accounts.ts'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { useEffect } from 'react'
import { isActive } from '../../background/jobs/use-job.ts'
import { useProgressText } from '../../background/jobs/use-progress-text.ts'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { useRead, useRefresh, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './AccountDetail.module.css'
import { refreshesAccounts } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { ShareBar } from './ShareBar.tsx'
import { text } from './text.ts'
import { useTrouble } from './use-trouble.ts'

const POLL_MS = 1500

/** Friends of an account: known customers, other friends, and users who blocked it. */
export function FriendsCard({ account }: { account: AccountRow }) {
  const t = useWords(text)
  const trouble = useTrouble(account)('statistics')
  const { known, unknown, blocked, atLine } = account.friends
  // Yesterday's figure: meaningless below the number of known friends.
  const isCounted = atLine !== null && atLine >= known + unknown
  return (
    <section className={styles.card} aria-labelledby="line-friends">
      <header className={styles.cardHead}>
        <h3 id="line-friends">{t.friends}</h3>
        {isCounted && <span className={styles.note}>{t.atLine({ count: atLine })}</span>}
      </header>
      {trouble && <p className={styles.note}>{trouble}</p>}
      {known + unknown + blocked === 0 ? (
        <p className={styles.note}>{t.noFriends}</p>
      ) : (
        <ShareBar
          shares={[
            { kind: 'main', label: t.known, value: known },
            { kind: 'second', label: t.unknown, value: unknown },
            { kind: 'bad', label: t.blocked, value: blocked },
          ]}
        />
      )}
      <FriendList account={account} />
    </section>
  )
}

/** LINE's own list of the friends: when it was read, or why not, and the button that reads it. */
function FriendList({ account: { id, status, friends } }: { account: AccountRow }) {
  const t = useWords(text)
  const format = useFormat()
  const progress = useProgressText()
  const mayRead = useMayCall(lineOa.readFriends)
  const maySeeJob = useMayCall(jobs.get)
  const read = useWrite(lineOa.readFriends, refreshesAccounts)
  const { state, at, count, jobId } = friends.list
  const job = useRead(
    jobs.get,
    { params: { id: jobId ?? 0 } },
    { enabled: maySeeJob && jobId !== null, poll: () => (jobId === null ? false : POLL_MS) },
  )
  const isAtWork = job.data !== undefined && isActive(job.data)
  const isOver = job.data !== undefined && !isAtWork
  const refresh = useRefresh()
  useEffect(() => {
    if (isOver) void refresh(lineOa.list, lineModule.list, lineLink.reach)
  }, [isOver, refresh])
  const when = at === null ? '' : format.when(at)
  const said = {
    none: t.listNone,
    reading: [t.listReading, isAtWork && progress(job.data)].filter(Boolean).join(' · '),
    read: t.listRead({ when, count: count ?? 0 }),
    refused: t.listRefused,
    failed: t.listFailed({ when }),
  }[state]
  return (
    <div className={styles.list}>
      <p className={styles.note} role="status">
        {said}
      </p>
      {mayRead && state !== 'reading' && status === 'active' && (
        <Button
          size="xs"
          loading={read.isPending}
          onClick={() => read.mutate({ params: { id } }, { onSuccess: ({ jobId: started }) => watchJob(started) })}
        >
          {t.getList}
        </Button>
      )}
    </div>
  )
}
