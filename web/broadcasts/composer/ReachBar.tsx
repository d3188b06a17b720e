import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { Suspense, useState } from 'react'
import type { Got } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { text } from '../text.ts'
import { composeText } from './compose-text.ts'
import type { ExclusionQuery } from './ExcludedDialog.tsx'
import styles from './Reach.module.css'

const ExcludedDialog = lazyPart(() => import('./ExcludedDialog.tsx'))

export type Reach = Got<typeof broadcasts.target>
type Reason = Reach['exclusions'][number]['reason']

/** Shades that tell the reasons apart, from dark to light. */
const SHADES = 4

interface ReachBarProps {
  /** The target as it was counted; null without an account. */
  asked: ExclusionQuery | null
  reach: Reach | undefined
  counting: boolean
  /** Milliseconds since 1970. */
  countedAt: number
}

/** The customers of a target who are reached, and those who are not, by reason. */
export function ReachBar({ asked, reach, counting, countedAt }: ReachBarProps) {
  const t = useWords(text)
  const c = useWords(composeText)
  const format = useFormat()
  const maySee = useMayCall(broadcasts.excluded)
  const [shown, setShown] = useState<Reason | 'all'>()
  if (!reach) return counting && <p className={styles.quiet}>{t.counting}</p>
  const left = reach.total - reach.target
  return (
    <div className={styles.reach} aria-live="polite" data-old={counting || undefined}>
      <p>
        <span>
          <strong>{t.reach({ target: reach.target, total: reach.total })}</strong>{' '}
          {countedAt > 0 && (
            <small aria-hidden>{c.countedAt({ time: format.time(new Date(countedAt).toISOString()) })}</small>
          )}
        </span>
        {left > 0 && (
          <span>
            {t.notReached({ count: left })}{' '}
            {maySee && (
              <button type="button" className={styles.link} onClick={() => setShown('all')}>
                {t.seeExcluded}
              </button>
            )}
          </span>
        )}
      </p>
      {reach.total > 0 && (
        <div className={styles.bar} aria-hidden>
          {reach.target > 0 && <i data-part="reached" style={{ flexGrow: reach.target }} />}
          {reach.exclusions.map(({ reason, total }, place) => (
            <i key={reason} data-shade={place % SHADES} style={{ flexGrow: total }} />
          ))}
        </div>
      )}
      <ul>
        {reach.exclusions.map(({ reason, total }, place) => {
          const said = (
            <>
              <i data-shade={place % SHADES} aria-hidden />
              {t[reason]} <strong>{formatNumber(total)}</strong>
            </>
          )
          return (
            <li key={reason}>
              {maySee ? (
                <button type="button" onClick={() => setShown(reason)}>
                  {said}
                </button>
              ) : (
                said
              )}
            </li>
          )
        })}
      </ul>
      {shown && asked && (
        <Suspense>
          <ExcludedDialog
            asked={asked}
            exclusions={reach.exclusions}
            reason={shown === 'all' ? null : shown}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
