import { type ReactNode, useState } from 'react'
import { completeRule } from '../../customers/rules/complete-rule.ts'
import type { OpenProperty } from '../../customers/rules/draft.ts'
import { useOptions } from '../../customers/rules/use-rule-options.ts'
import { WhereFields } from '../../customers/rules/WhereFields.tsx'
import { useWords } from '../../data/text.ts'
import { ThingChip } from './Chip.tsx'
import type { CompleteStep } from './open-step.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

type Since = Extract<Extract<CompleteStep, { kind: 'condition' }>['condition'], { kind: 'activity_since' }>
interface Activity {
  activityTypeId: number
  where?: Since['where']
}

interface ActivityChipProps {
  /** Null: not chosen. */
  value: Activity | null
  name?: string
  onChange: (value: Activity) => void
  /** Words behind the activity. */
  children?: ReactNode
}

/** A type of activity with conditions on its details. Incomplete conditions stay here until they are complete. */
export function ActivityChip({ value, name, onChange, children }: ActivityChipProps) {
  const t = useWords(stepText)
  const { types, known } = useOptions()
  const [open, setOpen] = useState<OpenProperty[] | undefined>(value?.where as OpenProperty[] | undefined)
  const [hasHoles, setHoles] = useState(false)
  function changeWhere(where: OpenProperty[] | undefined) {
    const { activityTypeId } = value!
    setOpen(where)
    const complete = completeRule({ kind: 'activity', activityTypeId, done: true, ...(where && { where }) })
    setHoles(complete === undefined)
    if (complete?.kind === 'activity')
      onChange({ activityTypeId, ...(complete.where && { where: complete.where as Since['where'] }) })
  }
  return (
    <>
      <ThingChip
        label={t.activity}
        value={value?.activityTypeId ?? null}
        things={types}
        known={known}
        placeholder={t.chooseActivity}
        nothingFound={t.noActivity}
        {...(name !== undefined && { name })}
        onChoose={(activityTypeId) => {
          setOpen(undefined)
          setHoles(false)
          onChange({ activityTypeId })
        }}
      />
      {children}
      {value && <WhereFields activityTypeId={value.activityTypeId} where={open ?? []} onChange={changeWhere} />}
      {hasHoles && (
        <p className={styles.quiet} role="status">
          {t.holes}
        </p>
      )}
    </>
  )
}
