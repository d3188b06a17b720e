import { NativeSelect } from '@mantine/core'
import { useWords } from '../../data/text.ts'
import type { FieldOwner } from './field-owner.ts'
import { blankFormula, type FormulaDraft } from './formula.ts'
import { formulaText } from './formula-text.ts'

interface FieldSourceInputProps {
  owner: FieldOwner
  formula: FormulaDraft | null
  onChange: (formula: FormulaDraft | null) => void
}

/** Source of a new field's values: people and files, or a formula. */
export function FieldSourceInput({ owner, formula, onChange }: FieldSourceInputProps) {
  const t = useWords(formulaText)
  return (
    <NativeSelect
      label={t.source}
      description={formula ? t.computedText : undefined}
      value={formula ? 'computed' : 'typed'}
      data={[
        { value: 'typed', label: t.typed },
        { value: 'computed', label: t.computed },
      ]}
      onChange={(event) => onChange(event.currentTarget.value === 'computed' ? blankFormula(owner) : null)}
    />
  )
}
