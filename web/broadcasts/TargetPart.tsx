import { NativeSelect, Switch } from '@mantine/core'
import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { LabelsValue } from '../customers/rules/LabelsValue.tsx'
import { type Got, useRead } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useMayCall } from '../ui/may.ts'
import type { Target } from './broadcast.ts'
import styles from './Composer.module.css'
import { text } from './text.ts'

type Reach = Got<typeof broadcasts.target>

interface TargetPartProps {
  target: Target
  reach: Reach | undefined
  counting: boolean
  onChange: (target: Target) => void
}

/** Whom a broadcast is for, and how many of them are reached. */
export function TargetPart({ target, reach, counting, onChange }: TargetPartProps) {
  const t = useWords(text)
  const mayRead = useMayCall(segments.list)
  const labels = useRead(segments.list, { query: { limit: -1 } }, { enabled: mayRead }).data?.data ?? []
  const labelled = (label: string, value: readonly number[], set: (ids: number[]) => void) => (
    <div className={styles.labels}>
      <span>{label}</span>
      <LabelsValue label={label} labels={labels} value={value} onChange={set} />
    </div>
  )
  const named = target.profileIds.length > 0 || target.failedOf !== null
  return (
    <>
      <NativeSelect
        aria-label={t.sendWhom}
        value={target.type}
        data={[
          { value: 'all_friends', label: t.toAllFriends },
          { value: 'segments', label: t.toSegments },
          ...(named ? [{ value: 'profiles', label: t.toProfiles }] : []),
        ]}
        onChange={(event) => onChange({ ...target, type: event.currentTarget.value as Target['type'] })}
      />
      {target.type === 'segments' && (
        <>
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
        </>
      )}
      {target.type === 'profiles' && (
        <p className={styles.quiet}>
          {target.failedOf === null ? t.chosenPeople({ count: target.profileIds.length }) : t.failedOf}
        </p>
      )}
      {labelled(t.exclude, target.exclude.labelIds, (labelIds) => onChange({ ...target, exclude: { labelIds } }))}
      <ReachBar reach={reach} counting={counting} />
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

function ReachBar({ reach, counting }: { reach: Reach | undefined; counting: boolean }) {
  const t = useWords(text)
  if (!reach) return <p className={styles.quiet}>{counting ? t.counting : ''}</p>
  const share = (count: number) => ({ flexGrow: count })
  return (
    <div className={styles.reach} aria-live="polite" data-old={counting || undefined}>
      <p>
        <strong>{t.reach({ target: reach.target, total: reach.total })}</strong>
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
            {t[reason]} <strong>{formatNumber(total)}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}
