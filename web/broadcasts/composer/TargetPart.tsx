import { NativeSelect } from '@mantine/core'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { Suspense, useState } from 'react'
import { LabelsValue } from '../../customers/rules/LabelsValue.tsx'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import type { Target } from '../broadcast.ts'
import styles from '../Composer.module.css'
import { type ChosenPerson, PeoplePicker } from '../PeoplePicker.tsx'
import { TargetRule } from '../TargetRule.tsx'
import { text } from '../text.ts'
import checklist from './Checklist.module.css'
import type { ExclusionQuery } from './ExcludedDialog.tsx'
import { type Reach, ReachBar } from './ReachBar.tsx'

const ToAllNote = lazyPart(async () => ({ default: (await import('../to-all/ToAllNote.tsx')).ToAllNote }))

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
  /** LINE does not list the friends of the account. */
  offersAll: boolean
  reach: Reach | undefined
  counting: boolean
  /** Milliseconds since 1970. */
  countedAt: number
  onChange: (target: Target) => void
}

/** The target of a broadcast, and how many of its customers are reached. */
export function TargetPart({
  target,
  chosen,
  asked,
  strangers,
  offersAll,
  reach,
  counting,
  countedAt,
  onChange,
}: TargetPartProps) {
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
    <div className={styles.choice}>
      <LabelsValue label={label} labels={known} value={value} onChange={set} />
    </div>
  )
  return (
    <>
      <div className={checklist.row}>
        <span aria-hidden>{t.include}</span>
        <div>
          <NativeSelect
            className={styles.choice}
            aria-label={t.sendWhom}
            data-path="target"
            value={target.type}
            data={[
              { value: 'all_friends', label: t.toAllFriends },
              { value: 'segments', label: t.toSegments },
              { value: 'profiles', label: t.toProfiles },
              ...(offersAll || isToAll(target) ? [{ value: 'line_all', label: t.toLineAll }] : []),
              ...(target.rule ? [{ value: 'rule', label: t.toRule }] : []),
            ]}
            onChange={(event) => onChange({ ...target, type: event.currentTarget.value as Target['type'] })}
          />
          {target.type === 'segments' &&
            labelled(t.include, target.include.labelIds, (labelIds) =>
              onChange({ ...target, include: { ...target.include, labelIds } }),
            )}
          {target.type === 'segments' && target.include.labelIds.length > 1 && (
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
      </div>
      {target.type === 'profiles' && target.failedOf !== null && (
        <p className={styles.quiet}>{target.messaged ? t.messaged : target.notClicked ? t.notClicked : t.failedOf}</p>
      )}
      {target.type === 'profiles' && target.failedOf === null && (
        <PeoplePicker label={t.whichPeople} most={MAX_CHOSEN} value={people} onChange={choose} />
      )}
      {target.type === 'rule' && target.rule && <TargetRule rule={target.rule} />}
      {isToAll(target) ? (
        <Suspense>
          <ToAllNote everyone={reach?.everyone} />
        </Suspense>
      ) : (
        <>
          <div className={checklist.row}>
            <span aria-hidden>{t.exclude}</span>
            <div>
              {labelled(t.exclude, target.exclude.labelIds, (labelIds) =>
                onChange({ ...target, exclude: { labelIds } }),
              )}
            </div>
          </div>
          <ReachBar asked={asked} reach={reach} counting={counting} countedAt={countedAt} />
        </>
      )}
      {target.type === 'all_friends' && strangers > 0 && (
        <p className={styles.quiet}>{t.strangers({ count: strangers })}</p>
      )}
    </>
  )
}
