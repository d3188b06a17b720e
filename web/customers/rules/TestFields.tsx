import { useWords } from '../../data/text.ts'
import { Choice } from './Choice.tsx'
import type { OpenTest, Operator, Unit } from './draft.ts'
import { operatorsOf, withOperator } from './operators.ts'
import { operatorText, text } from './text.ts'
import type { RuleField } from './use-rule-options.ts'
import { ValueInput } from './ValueInput.tsx'

interface TestFieldsProps {
  field: RuleField
  activityTypeId?: number | undefined
  test: OpenTest
  operators?: readonly Operator[]
  units: readonly Unit[]
  onChange: (test: OpenTest) => void
}

/** The operator and what it compares with. */
export function TestFields({ field, activityTypeId, test, operators, units, onChange }: TestFieldsProps) {
  const t = useWords(text)
  const o = useWords(operatorText)
  const offered = operators ?? operatorsOf[field.dataType]
  const choices = (offered.includes(test.operator) ? offered : [test.operator, ...offered]).map(
    (one) => [one, o[one]] as const,
  )
  return (
    <>
      <Choice
        label={`${t.operator}: ${field.title}`}
        value={test.operator}
        choices={choices}
        onChoose={(operator) => onChange(withOperator(test, field.dataType, operator))}
      />
      <ValueInput
        // Another operator begins with an empty input.
        key={test.operator}
        field={field}
        activityTypeId={activityTypeId}
        test={test}
        units={units}
        onChange={(value) => onChange({ ...test, value })}
      />
    </>
  )
}
