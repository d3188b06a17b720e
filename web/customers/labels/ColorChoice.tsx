import { labelColors } from '@ruam/contract/customers/label-colors.ts'
import type { CSSProperties } from 'react'
import { useWords } from '../../data/text.ts'
import { labelColor } from '../../ui/label-color.ts'
import styles from './NewLabelDialog.module.css'
import { labelText } from './text.ts'

type Color = (typeof labelColors)[number]

/** The colour of a label. */
export function ColorChoice({ value, onChange }: { value: Color; onChange: (color: Color) => void }) {
  const t = useWords(labelText)
  return (
    <fieldset className={styles.colors}>
      <legend>{t.color}</legend>
      {labelColors.map((one) => (
        <label key={one} title={t[one]} style={{ '--dot': labelColor(one) } as CSSProperties}>
          <input type="radio" name="color" aria-label={t[one]} checked={one === value} onChange={() => onChange(one)} />
          <span />
        </label>
      ))}
    </fieldset>
  )
}
