import { Button } from '@mantine/core'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { useFieldText } from '../field-text.ts'
import type { ListedProfile } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './Log.module.css'
import { log } from './log-text.ts'
import type { ValueChange } from './use-change-text.ts'
import { useRevert } from './use-revert.ts'

/** Fields of a change shown unfolded. */
const OPEN = 6

/** The values that a change touched, from what to what, each with the way back. */
export function HistoryFields({ change, profile }: { change: ValueChange; profile: ListedProfile }) {
  const t = useWords(log)
  const d = useWords(detail)
  const fieldText = useFieldText()
  const mayEdit = useMayCall(profileHistory.revert)
  const revert = useRevert(profile)
  const [all, setAll] = useState(false)
  const { fields } = change
  // Initial values are folded into one line, unless filtered by a field.
  const folded = change.kind === 'created' && fields.length > 1
  const shown = all ? fields : fields.slice(0, folded ? 0 : OPEN)
  const known = new Map(profile.fields.map((field) => [field.id, field]))
  return (
    <>
      <ul className={styles.changes} hidden={shown.length === 0}>
        {shown.map(({ fieldId, displayName, before, after, masked, revertible }, place) => {
          const field = fieldId === null ? undefined : known.get(fieldId)
          const say = (value: typeof before) =>
            fieldText({ name: field?.name ?? '', dataType: field?.dataType ?? 'String', value, masked }) || d.nothing
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: fields that are gone have no id, and none moves
            <li key={place}>
              <span className={styles.name}>{displayName}</span>
              <span className={styles.diff}>
                {change.kind !== 'created' && (
                  <>
                    <span className={styles.was}>
                      <span className="ruam-heard">{t.was}</span> {say(before)}
                    </span>
                    <IconArrowRight size={14} stroke={1.6} />
                  </>
                )}
                <span>
                  <span className="ruam-heard">{t.became}</span> {say(after)}
                </span>
              </span>
              {revertible && mayEdit && field && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={d.revertNamed({ name: displayName })}
                  onClick={() => void revert({ changeId: change.id, field, value: before })}
                >
                  {d.revert}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {fields.length > shown.length && (
        <Button size="compact-sm" variant="subtle" className={styles.unfold} onClick={() => setAll(true)}>
          {folded ? t.broughtFields({ count: fields.length }) : t.moreFields({ count: fields.length - shown.length })}
        </Button>
      )}
    </>
  )
}
