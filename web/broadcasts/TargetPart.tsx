import { NativeSelect, Switch } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { Suspense, useState } from 'react'
import { LabelsValue } from '../customers/rules/LabelsValue.tsx'
import { type Got, useRead } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { useMayCall } from '../ui/may.ts'
import type { Target } from './broadcast.ts'
import styles from './Composer.module.css'
import type { ExclusionQuery } from './ExcludedDialog.tsx'
import { type ChosenPerson, PeoplePicker } from './PeoplePicker.tsx'
import { TargetRule } from './TargetRule.tsx'
import { text } from './text.ts'

const ExcludedDialog = lazyPart(() => import('./ExcludedDialog.tsx'))

type Reach = Got<typeof broadcasts.target>
type Reason = Reach['exclusions'][number]['reason']

/** Customers that are chosen one by one, as the contract has it. */
const MAX_CHOSEN = 500

interface TargetPartProps {
  target: Target
  /** Names of chosen people. */
  chosen: readonly ChosenPerson[]
  /** The target as it was counted; null without an account. */
  asked: ExclusionQuery | null
  /** Friends of the account without a profile, and those that LINE counts and no webhook named. */
  strangers: number
  reach: Reach | undefined
  counting: boolean
  onChange: (target: Target) => void
}

/** Whom a broadcast is for, and how many of them are reached. */
export function TargetPart({ target, chosen, asked, strangers, reach, counting, onChange }: TargetPartProps) {
  const t = useWords(text)
  const [picked, setPicked] = useState(chosen)
  const names = new Map([...chosen, ...picked].map((one) => [one.id, one]))
  const people = target.profileIds.map((id) => names.get(id) ?? { id, name: '' })
  const choose = (next: ChosenPerson[]) => {
    setPicked(next)
    onChange({ ...target, profileIds: next.map(({ id }) => id) })
  }
  const mayRead = useMayCall(labels.list)
  const known = useRead(labels.list, { query: { limit: -1 } }, { enabled: mayRead }).data?.data ?? []
  const labelled = (label: string, value: readonly number[], set: (ids: number[]) => void) => (
    <div className={styles.labels}>
      <span>{label}</span>
      <LabelsValue label={label} labels={known} value={value} onChange={set} />
    </div>
  )
  return (
    <>
      <NativeSelect
        className={styles.short}
        aria-label={t.sendWhom}
        value={target.type}
        data={[
          { value: 'all_friends', label: t.toAllFriends },
          { value: 'segments', label: t.toSegments },
          { value: 'profiles', label: t.toProfiles },
          ...(target.rule ? [{ value: 'rule', label: t.toRule }] : []),
        ]}
        onChange={(event) => onChange({ ...target, type: event.currentTarget.value as Target['type'] })}
      />
      {target.type === 'profiles' && target.failedOf !== null && <p className={styles.quiet}>{t.failedOf}</p>}
      {target.type === 'profiles' && target.failedOf === null && (
        <PeoplePicker label={t.whichPeople} most={MAX_CHOSEN} value={people} onChange={choose} />
      )}
      {target.type === 'rule' && target.rule && <TargetRule rule={target.rule} />}
      <div className={styles.targets}>
        {target.type === 'segments' && (
          <div className={styles.fields}>
            {labelled(t.include, target.include.labelIds, (labelIds) =>
              onChange({ ...target, include: { ...target.include, labelIds } }),
            )}
            {target.include.labelIds.length > 1 && (
              <NativeSelect
                aria-label={t.condition}
                value={target.include.condition}
                data={[
                  { value: 'or', label: t.anyOf },
                  { value: 'and', label: t.allOf },
                ]}
                onChange={(event) => {
                  const condition = event.currentTarget.value as 'and' | 'or'
                  onChange({ ...target, include: { ...target.include, condition } })
                }}
              />
            )}
          </div>
        )}
        {labelled(t.exclude, target.exclude.labelIds, (labelIds) => onChange({ ...target, exclude: { labelIds } }))}
      </div>
      <ReachBar asked={asked} reach={reach} counting={counting} />
      {target.type === 'all_friends' && strangers > 0 && (
        <p className={styles.quiet}>{t.strangers({ count: strangers })}</p>
      )}
      <Switch
        size="sm"
        label={t.upToQuota}
        checked={target.limit.upToRemainingQuota}
        onChange={(event) => {
          const upToRemainingQuota = event.currentTarget.checked
          onChange({ ...target, limit: { ...target.limit, upToRemainingQuota } })
        }}
      />
    </>
  )
}

interface ReachBarProps {
  asked: ExclusionQuery | null
  reach: Reach | undefined
  counting: boolean
}

function ReachBar({ asked, reach, counting }: ReachBarProps) {
  const t = useWords(text)
  const maySee = useMayCall(broadcasts.excluded)
  const [shown, setShown] = useState<Reason | 'all'>()
  if (!reach) return <p className={styles.quiet}>{counting ? t.counting : ''}</p>
  const left = reach.total - reach.target
  const share = (count: number) => ({ flexGrow: count })
  return (
    <div className={styles.reach} aria-live="polite" data-old={counting || undefined}>
      <p>
        <strong>{t.reach({ target: reach.target, total: reach.total })}</strong>
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
          {reach.target > 0 && <i data-part="reached" style={share(reach.target)} />}
          {reach.exclusions.map(({ reason, total }) => (
            <i key={reason} data-part={reason} style={share(total)} />
          ))}
        </div>
      )}
      <ul>
        {reach.exclusions.map(({ reason, total }) => (
          <li key={reason}>
            {maySee ? (
              <button type="button" className={styles.link} onClick={() => setShown(reason)}>
                {t[reason]} <strong>{formatNumber(total)}</strong>
              </button>
            ) : (
              <>
                {t[reason]} <strong>{formatNumber(total)}</strong>
              </>
            )}
          </li>
        ))}
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
