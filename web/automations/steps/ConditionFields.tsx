import { useState } from 'react'
import { Choice } from '../../customers/rules/Choice.tsx'
import { completeGroup } from '../../customers/rules/complete-rule.ts'
import { isGroup, newGroup, ruleDraftOf } from '../../customers/rules/draft.ts'
import { RuleBuilder } from '../../customers/rules/RuleBuilder.tsx'
import { isVisibleRule } from '../../customers/rules/rule-shape.ts'
import { useOptions } from '../../customers/rules/use-rule-options.ts'
import { useWords } from '../../data/text.ts'
import { ActivityChip } from './ActivityChip.tsx'
import type { Condition } from './open-step.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

interface ConditionFieldsProps {
  /** Null: not chosen. */
  value: Condition | null
  onChange: (value: Condition | null) => void
}

/** A condition: an activity since the start, or a rule as segments have. */
export function ConditionFields({ value, onChange }: ConditionFieldsProps) {
  const t = useWords(stepText)
  const { types } = useOptions()
  const [kind, setKind] = useState<Condition['kind']>(value?.kind ?? 'activity_since')
  const choose = (next: Condition['kind']) => {
    setKind(next)
    if (next === value?.kind) return
    onChange(next === 'activity_since' && types[0] ? { kind: 'activity_since', activityTypeId: types[0].id } : null)
  }
  return (
    <div className={styles.stack}>
      <div className={styles.sentence}>
        <Choice
          label={t.condition}
          value={kind}
          choices={[
            ['activity_since', t.whetherDone],
            ['rule', t.whetherRule],
          ]}
          onChoose={choose}
        />
      </div>
      {kind === 'activity_since' ? (
        <div className={styles.sentence}>
          <span>{t.sinceStart}</span>
          <ActivityChip
            value={value?.kind === 'activity_since' ? value : null}
            onChange={(activity) => onChange({ kind: 'activity_since', ...activity })}
          >
            <span>{t.orNot}</span>
          </ActivityChip>
        </div>
      ) : (
        <RuleFields value={value?.kind === 'rule' ? value : null} onChange={onChange} />
      )}
    </div>
  )
}

type Ruled = Extract<Condition, { kind: 'rule' }>

/** Only a complete rule is kept. */
function RuleFields({ value, onChange }: { value: Ruled | null; onChange: (value: Ruled) => void }) {
  const t = useWords(stepText)
  const options = useOptions()
  const isHidden = value !== null && !isVisibleRule(value.rule)
  const [draft, setDraft] = useState(() => newGroup([value && !isHidden ? ruleDraftOf(value.rule) : newGroup()]))
  const { holes } = completeGroup(draft)
  if (isHidden) return <p className={styles.quiet}>{t.ruleHidden}</p>
  return (
    <>
      <RuleBuilder
        single
        value={draft}
        options={options}
        onChange={(next) => {
          setDraft(next)
          const group = next.items.find(isGroup)
          const complete = group && completeGroup(group)
          if (complete?.rule && complete.holes.size === 0) onChange({ kind: 'rule', rule: complete.rule })
        }}
      />
      {holes.size > 0 && (
        <p className={styles.quiet} role="status">
          {t.holes}
        </p>
      )}
    </>
  )
}
