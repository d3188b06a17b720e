import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useState } from 'react'
import { FieldInput } from '../../customers/profiles/FieldInput.tsx'
import { sentValue, useTyped } from '../../customers/profiles/field-typed.ts'
import { useOwnFields, useSystemFields } from '../../customers/profiles/list-fields.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { ThingChip } from './Chip.tsx'
import type { OpenOf } from './open-step.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

type Value = OpenOf<'value'>

/** A field and the value that it gets. */
export function ValueFields({ step, onChange }: { step: Value; onChange: (step: Value) => void }) {
  const t = useWords(stepText)
  const own = useOwnFields(useMayCall(profiles.get), undefined)
  const typedOf = useTyped()
  // Values of fields that only some may see cannot be set by what runs for all.
  const fields = [...useSystemFields(), ...(own ?? [])].filter(({ computed, sensitive }) => !computed && !sensitive)
  const field = fields.find(({ id }) => id === step.fieldId)
  const [typed, setTyped] = useState<string>()
  return (
    <div className={styles.stack}>
      <div className={styles.sentence}>
        <ThingChip
          label={t.field}
          name={`steps.${step.id}`}
          value={step.fieldId}
          things={fields.map(({ id, title }) => ({ id, name: title }))}
          known={own !== undefined}
          placeholder={t.chooseField}
          nothingFound={t.noField}
          onChoose={(fieldId) => {
            setTyped('')
            onChange({ ...step, fieldId, value: null })
          }}
        />
      </div>
      {field && (
        <div className={styles.short}>
          <FieldInput
            key={field.id}
            field={{ ...field, displayName: field.title }}
            value={typed ?? typedOf(field, step.value)}
            description={t.emptyClears}
            onChange={(next) => {
              setTyped(next)
              onChange({ ...step, value: sentValue(field, next) })
            }}
          />
        </div>
      )}
    </div>
  )
}
