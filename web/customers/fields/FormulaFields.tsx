import { Checkbox, NativeSelect, NumberInput, ScrollArea, Stack } from '@mantine/core'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Fields.module.css'
import type { FieldOwner } from './field-owner.ts'
import { type FormulaDraft, functions, profileFormula, requiredInputs } from './formula.ts'
import { formulaText } from './formula-text.ts'
import type { FormulaParts } from './use-formula-parts.ts'

interface FormulaFieldsProps {
  owner: FieldOwner
  value: FormulaDraft
  parts: FormulaParts
  error: string | undefined
  onChange: (next: FormulaDraft) => void
}

const MOST_DAYS = 3650

/** Puts a formula together in words: what is worked out, and of what. */
export function FormulaFields({ owner, value, parts, error, onChange }: FormulaFieldsProps) {
  const t = useWords(formulaText)
  const need = requiredInputs(value, owner)
  const change = (part: Partial<FormulaDraft>) => onChange({ ...value, ...part })
  const options = (known: readonly { id: number; name: string }[]) => [
    { value: '', label: t.choose },
    ...known.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const idOf = (typed: string) => (typed === '' ? null : Number(typed))
  const dates = need.date ? parts.dates : []
  const values = value.function === 'activity_sum' ? parts.numbers : parts.values
  return (
    <Stack gap="md" className={styles.formula}>
      <NativeSelect
        label={t.what}
        value={value.function}
        data={functions[owner].map((name) => ({ value: name, label: t[name] }))}
        onChange={(event) => {
          const name = functions[owner].find((one) => one === event.currentTarget.value)
          // Another function asks for fields of another kind.
          if (name) change({ function: name, fieldId: null })
        }}
      />
      {need.date && (
        <NativeSelect
          label={t.ofDate}
          value={value.fieldId ?? ''}
          data={options(dates)}
          error={error}
          description={parts.unread ?? (dates.length === 0 ? t.noDates : undefined)}
          onChange={(event) => change({ fieldId: idOf(event.currentTarget.value) })}
        />
      )}
      {need.activity && (
        <NativeSelect
          label={t.ofType}
          value={value.activityId ?? ''}
          data={options(parts.types)}
          error={value.activityId === null ? error : undefined}
          description={parts.unread ?? (parts.types.length === 0 ? t.noTypes : undefined)}
          onChange={(event) => change({ activityId: idOf(event.currentTarget.value), fieldId: null })}
        />
      )}
      {need.value && value.activityId !== null && (
        <NativeSelect
          label={t.ofValue}
          value={value.fieldId ?? ''}
          data={options(values)}
          error={error}
          description={parts.unread ?? (values.length === 0 ? t.noNumbers : undefined)}
          onChange={(event) => change({ fieldId: idOf(event.currentTarget.value) })}
        />
      )}
      {need.days && (
        <NumberInput
          label={t.days}
          description={t.daysText}
          value={value.days ?? ''}
          min={1}
          max={MOST_DAYS}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          hideControls
          onChange={(typed) => change({ days: typeof typed === 'number' ? typed : null })}
        />
      )}
      {need.numbers && (
        <Checkbox.Group
          label={t.ofNumbers}
          value={value.fieldIds.map(String)}
          error={error}
          description={parts.unread ?? (parts.numbers.length === 0 ? t.noNumbers : undefined)}
          onChange={(chosen) => change({ fieldIds: chosen.map(Number) })}
        >
          <ScrollArea.Autosize mah={200} mt="xs">
            <Stack gap="sm">
              {parts.numbers.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={name} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Checkbox.Group>
      )}
      {owner === 'profile' && <FormulaExample draft={value} />}
    </Stack>
  )
}

/** Results of a complete formula for a few customers. */
function FormulaExample({ draft }: { draft: FormulaDraft }) {
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
