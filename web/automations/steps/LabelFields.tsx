import { labels } from '@ruam/contract/customers/labels.ts'
import { LabelPicker } from '../../customers/labels/LabelPicker.tsx'
import { Choice } from '../../customers/rules/Choice.tsx'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import type { OpenOf } from './open-step.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

type Label = OpenOf<'label'>

/** A label that is given or taken; a new one can be made on the spot. */
export function LabelFields({ step, onChange }: { step: Label; onChange: (step: Label) => void }) {
  const t = useWords(stepText)
  return (
    <div className={styles.sentence}>
      <Choice
        joining
        label={t.labelDoes}
        value={step.value ? 'give' : 'take'}
        choices={[
          ['give', t.giveLabel],
          ['take', t.takeLabel],
        ]}
        onChoose={(does) => onChange({ ...step, value: does === 'give' })}
      />
      <div className={styles.picker} data-path={`steps.${step.id}`}>
        <LabelPicker
          label={t.label}
          onlyKnown={!useMayCall(labels.nameAvailable) || !step.value}
          value={step.labelId === null ? [] : [step.labelId]}
          onChange={(ids) => onChange({ ...step, labelId: ids.at(-1) ?? null })}
        />
      </div>
    </div>
  )
}
