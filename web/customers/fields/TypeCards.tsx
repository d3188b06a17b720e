import { Radio } from '@mantine/core'
import { type DataType, dataTypes } from '@ruam/contract/platform/system-fields.ts'
import { useWords } from '../../data/text.ts'
import { FieldIcon } from './FieldIcon.tsx'
import styles from './TypeCards.module.css'
import { text } from './text.ts'

interface TypeCardsProps {
  value: DataType
  /** The type follows from something else, and can't be chosen. */
  disabled?: boolean
  onChange: (type: DataType) => void
}

/** Choice of a field's type, with examples. */
export function TypeCards({ value, disabled = false, onChange }: TypeCardsProps) {
  const t = useWords(text)
  return (
    <Radio.Group label={t.dataType} value={value} onChange={(chosen) => onChange(chosen as DataType)}>
      <div className={styles.cards}>
        {dataTypes.map((type) => (
          <Radio.Card key={type} value={type} className={styles.card} disabled={disabled}>
            <FieldIcon field={{ fieldName: '', dataType: type }} />
            <span>
              {t[type]}
              <small>{t[`example${type}`]}</small>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
