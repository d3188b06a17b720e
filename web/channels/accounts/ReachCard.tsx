import { Button } from '@mantine/core'
import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import type { ReactNode } from 'react'
import { useProgressText } from '../../background/jobs/use-progress-text.ts'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './AccountDetail.module.css'
import { ShareBar } from './ShareBar.tsx'
import { text } from './text.ts'

type Reach = Got<typeof lineLink.reach>

const POLL_MS = 1500

/** How many customers the store reaches on LINE, and how many more each way of linking could bring. */
export function ReachCard() {
  const t = useWords(text)
  const { data } = useRead(
    lineLink.reach,
    {},
    { enabled: useMayCall(lineLink.reach), poll: (reach) => (reach?.asking ? POLL_MS : false) },
  )
  if (!data) return null
  const { total, friends, blocked, counter, personalLink, importedIds, pairs, otherFriends, unseen } = data
  const strangers = [
    { count: otherFriends, title: t.wayFriends, about: t.wayFriendsText },
    { count: unseen, title: t.wayUnseen, about: t.wayUnseenText },
  ].filter(({ count }) => count > 0)
  const ways = [
    { count: counter, title: t.wayCounter, about: t.wayCounterText },
    { count: personalLink, title: t.wayPersonal, about: t.wayPersonalText },
    { count: pairs, title: t.wayPairs, about: t.wayPairsText },
  ].filter(({ count }) => count > 0)
  const isAsked = importedIds > 0 || data.asking !== null || data.asked !== null
  return (
    <section className={styles.card} aria-labelledby="line-reach">
      <header className={styles.cardHead}>
        <h3 id="line-reach">{t.reach}</h3>
      </header>
      <ShareBar
        shares={[
          { kind: 'main', label: t.reached, value: friends },
          { kind: 'bad', label: t.blocked, value: blocked },
          { kind: 'rest', label: t.notLinked, value: total - friends - blocked },
        ]}
      />
      {(strangers.length + ways.length > 0 || isAsked) && (
        <ul className={styles.lines} aria-label={t.grow}>
          {strangers.map(({ count, title, about }) => (
            <Way key={title} title={title} about={about}>
              <strong>{t.friendsOf({ count })}</strong>
            </Way>
          ))}
          {ways.map(({ count, title, about }) => (
            <Way key={title} title={title} about={about}>
              <strong>{t.upTo({ count })}</strong>
            </Way>
          ))}
          {isAsked && <ImportedIds reach={data} />}
        </ul>
      )}
    </section>
  )
}

function Way({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.setting}>
      <div>
        <p>{title}</p>
        <p>{about}</p>
      </div>
      {children}
    </li>
  )
}

/** LINE ids from files: LINE is asked which of them are friends. */
function ImportedIds({ reach: { importedIds, asking, asked } }: { reach: Reach }) {
  const t = useWords(text)
  const format = useFormat()
  const progress = useProgressText()
  const mayAsk = useMayCall(lineLink.askFriends)
  const ask = useWrite(lineLink.askFriends, { refreshes: [jobs.list] })
  const job = useRead(
    jobs.get,
    { params: { id: asking ?? 0 } },
    { enabled: asking !== null, poll: () => (asking === null ? false : POLL_MS) },
  )
  const last = asked && {
    completed: t.askedAt({ when: format.when(asked.at), ids: asked.ids, friends: asked.friends }),
    cancel: t.askStopped({ when: format.when(asked.at), friends: asked.friends }),
    failed: t.askFailed({ when: format.when(asked.at) }),
  }
  const state =
    asking !== null
      ? [t.asking, job.data && progress(job.data)].filter(Boolean).join(' · ')
      : last && asked && (importedIds === 0 || asked.status !== 'completed')
        ? last[asked.status]
        : t.wayImportedText
  return (
    <Way title={t.wayImported} about={<span role="status">{state}</span>}>
      {asking === null && importedIds > 0 && (
        <div className={styles.buttons}>
          <strong className={styles.upTo}>{t.upTo({ count: importedIds })}</strong>
          {mayAsk && (
            <Button
              size="xs"
              loading={ask.isPending}
              onClick={() => ask.mutate({}, { onSuccess: ({ jobId }) => watchJob(jobId) })}
            >
              {t.ask}
            </Button>
          )}
        </div>
      )}
    </Way>
  )
}
