import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Fields.module.css'
import { type FormulaDraft, profileFormula } from './formula.ts'
import { formulaText } from './formula-text.ts'

/** Results of a complete formula for a few customers. */
export function FormulaExample({ draft }: { draft: FormulaDraft }) {
  const t = useWords(formulaText)
  const format = useFormat()
  const formula = profileFormula(draft)
  const { data, isPlaceholderData } = useRead(
    profileFields.formulaPreview,
    { body: { formula: formula ?? { function: 'age', fieldId: 1 } } },
    { enabled: formula !== undefined, staleTime: 0 },
  )
  const show = (value: string | number | boolean | null) => {
    if (typeof value === 'number') return format.formatNumber(value)
    if (typeof value === 'boolean') return format.boolean(value)
    return data?.dataType === 'Date' && value ? format.date(value) : value
  }
  const shown = formula && data && !isPlaceholderData
  const { samples = [] } = data ?? {}
  // The line keeps its place, so that nothing moves when an example comes.
  return (
    <p role="status" className={styles.example}>
      {shown ? (samples.length > 0 ? `${t.example} ${samples.map(show).join(', ')}` : t.noExample) : '\u00a0'}
    </p>
  )
}
