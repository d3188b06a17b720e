import { type Arm, arms } from '@ruam/contract/broadcasts/ab-test.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { linksIn } from '@ruam/contract/broadcasts/links-in.ts'
import { Suspense, useState } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import tabStyles from '../../ui/Tabs.module.css'
import { Unread } from '../../ui/Unread.tsx'
import { useView } from '../../ui/view.ts'
import { ArmTabs } from '../ab-test/ArmTabs.tsx'
import { draftOfArm } from '../ab-test/arms.ts'
import { abText } from '../ab-text.ts'
import { type Broadcast, isMoving, LOOK_MS } from '../broadcast.ts'
import { BroadcastMissing, useBroadcastId } from '../composer/BroadcastEdit.tsx'
import { effectText } from '../effect/effect-text.ts'
import { written } from '../faults.ts'
import words from '../messages/Words.module.css'
import { Preview } from '../preview/Preview.tsx'
import { TargetRule } from '../TargetRule.tsx'
import { text } from '../text.ts'
import styles from './Detail.module.css'
import { DetailBar } from './DetailBar.tsx'
import { Recipients } from './Recipients.tsx'

const TrialPanel = lazyPart(() => import('../ab-test/TrialPanel.tsx'))
const ToAllReport = lazyPart(async () => ({ default: (await import('./ToAllReport.tsx')).ToAllReport }))
const BroadcastEffect = lazyPart(() => import('../effect/BroadcastEffect.tsx'))

/** The report of a broadcast. Without one in its address it leads to the list. */
export function BroadcastDetail() {
  const { id, valid } = useBroadcastId()
  const read = useRead(
    broadcasts.get,
    { params: { id } },
    { enabled: valid, poll: (one) => (one && isMoving(one) ? LOOK_MS : false) },
  )
  const t = useWords(text)
  usePageTitle(read.data && (read.data.name || t.noName))
  if (!valid || (read.error?.status === 404 && !read.data)) return <BroadcastMissing id={id} />
  if (read.data) return <Report broadcast={read.data} />
  return read.error ? <Unread read={read} /> : <Bones />
}

function Report({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords(text)
  const e = useWords(effectText)
  const mayEffect = useMayCall(broadcasts.effect) && broadcast.startedAt !== null && !broadcast.toAll
  const { filters } = useView({ sorts: ['position'], sort: 'position', filters: { tab: ['effect'] } })
  const tab = mayEffect && filters.tab === 'effect' ? 'effect' : 'sending'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.report} tabIndex={0} aria-label={broadcast.name || t.noName}>
      <DetailBar broadcast={broadcast} />
      {mayEffect && (
        <nav className={tabStyles.tabs} aria-label={e.sections}>
          {(['sending', 'effect'] as const).map((one) => (
            <RouteLink
              key={one}
              to="broadcast-detail"
              params={{ broadcastId: broadcast.id }}
              search={one === 'effect' ? { tab: one } : {}}
              aria-current={one === tab ? 'page' : undefined}
            >
              {e[one]}
            </RouteLink>
          ))}
        </nav>
      )}
      {tab === 'effect' ? (
        <Suspense fallback={<Bones />}>
          <BroadcastEffect broadcast={broadcast} />
        </Suspense>
      ) : (
        <Sending broadcast={broadcast} />
      )}
    </section>
  )
}

/** Recipients of a broadcast, and its messages. */
function Sending({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords(text)
  const { counts, startedAt, unsent } = broadcast
  const [arm, setArm] = useState<Arm>('a')
  const { accepted, failed, queued, skipped, unknown } = counts
  // Everybody who could be reached when it began, also those whom the quota or a cancellation left.
  const total = accepted + queued + unknown + unsent
  const share = total === 0 ? 0 : accepted / total
  const figures = [
    { name: t.failedCount, count: failed, note: t.failedNote },
    { name: t.waiting, count: queued, note: t.waitingNote },
    { name: t.skipped, count: skipped, note: t.skippedNote },
    { name: t.unknown, count: unknown, note: t.unknownNote },
  ].filter(({ count }) => count > 0)
  return (
    <>
      {broadcast.target.type === 'rule' && broadcast.target.rule && <TargetRule rule={broadcast.target.rule} />}
      {broadcast.trial && (
        <Suspense>
          <TrialPanel broadcast={broadcast} />
        </Suspense>
      )}
      {startedAt && !broadcast.toAll && (
        <>
          <div className={styles.progress}>
            <p aria-live="polite">
              <strong>{t.progress({ accepted, total })}</strong> <span>{Math.floor(share * 100)}%</span>
            </p>
            <progress value={share} aria-label={t.progress({ accepted, total })} />
          </div>
          {figures.length > 0 && (
            <dl className={styles.figures}>
              {figures.map(({ name, count, note }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{formatNumber(count)}</dd>
                  <dd className={styles.note}>{note}</dd>
                </div>
              ))}
            </dl>
          )}
          <Statistics id={broadcast.id} />
        </>
      )}
      <Links broadcast={broadcast} />
      <div className={styles.columns}>
        {broadcast.toAll ? (
          <Suspense fallback={<Bones />}>
            <ToAllReport broadcast={broadcast} />
          </Suspense>
        ) : (
          <Recipients broadcast={broadcast} />
        )}
        <aside>
          {broadcast.abTest && <ArmTabs arm={arm} onChoose={setArm} />}
          <Preview draft={draftOfArm(broadcast, arm)} />
        </aside>
      </div>
    </>
  )
}

/** LINE's totals of a broadcast. LINE tells nothing per person. */
function Statistics({ id }: { id: number }) {
  const t = useWords(text)
  const format = useFormat()
  const { data } = useRead(broadcasts.statistics, { params: { id } })
  const shown = (count: number | null) => (count === null ? t.hidden : formatNumber(count))
  const isKnown = data?.at && (data.opened !== null || data.clicked !== null)
  return (
    <p className={styles.statistics}>
      {isKnown ? (
        <span>
          {t.opened} <strong>{shown(data.opened)}</strong> · {t.clicked} <strong>{shown(data.clicked)}</strong> ·{' '}
          {t.statisticsAt({ time: format.dateTime(data.at) })}
        </span>
      ) : (
        <span>{t.statistics}</span>
      )}
    </p>
  )
}

/** Links with the pages that they lead to: before it is sent those of the messages, then those that customers got, with their clicks. */
function Links({ broadcast }: { broadcast: Broadcast }) {
  const { startedAt, links, quickReplies, abTest } = broadcast
  const t = useWords(text)
  const ab = useWords(abText)
  const texts = startedAt ? [] : abTest ? arms : (['a'] as const)
  const planned = texts.flatMap((arm) =>
    linksIn({ messages: draftOfArm(broadcast, arm).messages.map(written), quick_replies: quickReplies }).map(
      (link) => ({ arm, ...link }),
    ),
  )
  if (links.length + planned.length === 0) return null
  const placeOf = (arm: Arm | null, message: number) =>
    [abTest && arm && ab[arm], t.inMessage({ place: message + 1 })].filter(Boolean).join(' · ')
  return (
    <ul className={`${words.links} ${styles.links}`} aria-label={t.linksOf}>
      {planned.map(({ arm, message, target }) => (
        <li key={`${arm} ${message} ${target}`}>
          {target}
          <span>{placeOf(arm, message)}</span>
        </li>
      ))}
      {links.map(({ arm, message, target, address, clicks, visitors }) => (
        <li key={`${arm} ${message} ${target}`}>
          <strong>
            {t.clicks({ count: clicks })} {t.visitors({ count: visitors })}
          </strong>
          {target}
          <span>{[placeOf(arm, message), address].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  )
}
