import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { MAX_PROPERTY_RULES } from '@ruam/contract/customers/rules.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { Choice } from './Choice.tsx'
import type { OpenActivity, OpenProperty, OpenTest } from './draft.ts'
import { allUnits, countOperators, dayUnits, firstTest } from './operators.ts'
import styles from './Rules.module.css'
import { TestFields } from './TestFields.tsx'
import { countText, text } from './text.ts'
import { type RuleField, useOptions } from './use-rule-options.ts'
import { Ends, NumberValue, SpanInput } from './ValueInput.tsx'

interface ActivityFieldsProps {
  rule: OpenActivity
  onChange: (rule: OpenActivity) => void
}

/** Activity condition: done or not, how often, when, with details. */
export function ActivityFields({ rule, onChange }: ActivityFieldsProps) {
  const t = useWords(text)
  const { types } = useOptions()
  const { window, done, where = [] } = rule
  const fields = types.find(({ id }) => id === rule.activityTypeId)?.fields ?? []
  const change = (part: Partial<OpenActivity>) => onChange({ ...rule, ...part })
  const when = window === undefined ? 'any' : 'last' in window ? 'last' : 'days'
  const put = (place: number, property: OpenProperty | undefined) => {
    const next = where.toSpliced(place, 1, ...(property ? [property] : []))
    change({ where: next.length > 0 ? next : undefined })
  }
  const add = () => {
    const field = fields.find(({ id }) => !where.some(({ fieldId }) => fieldId === id)) ?? fields[0]
    if (field) put(where.length, { fieldId: field.id, ...firstTest(field.dataType) })
  }
  return (
    <>
      <Choice
        label={t.doneWhat}
        value={done ? 'yes' : 'no'}
        choices={[
          ['yes', t.done],
          ['no', t.notDone],
        ]}
        onChoose={(value) => change({ done: value === 'yes', ...(value === 'no' && { count: undefined }) })}
      />
      {done && <CountFields count={rule.count} onChange={(count) => change({ count })} />}
      <Choice
        label={t.when}
        value={when}
        choices={[
          ['any', t.anyTime],
          ['last', t.inLast],
          ['days', t.betweenDays],
        ]}
        onChoose={(value) =>
          change({ window: value === 'any' ? undefined : value === 'last' ? { last: { n: 90, unit: 'day' } } : {} })
        }
      />
      {window && 'last' in window && (
        <SpanInput
          value={window.last}
          way="last"
          units={allUnits}
          title={t.when}
          onChange={(last) => change({ window: { last } })}
        />
      )}
      {window && !('last' in window) && (
        <Ends type="day" value={window} title={t.when} onChange={(ends) => change({ window: ends })} />
      )}
      {where.map((property, place) => (
        <Property
          // biome-ignore lint/suspicious/noArrayIndexKey: two details may be the same in everything
          key={place}
          property={property}
          fields={fields}
          activityTypeId={rule.activityTypeId}
          join={place === 0 ? t.where : t.joinAnd}
          onChange={(next) => put(place, next)}
        />
      ))}
      {fields.length > 0 && where.length < MAX_PROPERTY_RULES && (
        <Button size="sm" variant="subtle" leftSection={<IconPlus size={14} stroke={1.6} />} onClick={add}>
          {t.addWhere}
        </Button>
      )}
    </>
  )
}

function CountFields({
  count,
  onChange,
}: {
  count: OpenTest | undefined
  onChange: (count: OpenTest | undefined) => void
}) {
  const t = useWords(text)
  const c = useWords(countText)
  const chosen = count?.operator as keyof typeof c | undefined
  const value = count?.value
  const ends = chosen === 'between' || chosen === 'not_between'
  return (
    <>
      <Choice
        label={t.howOften}
        value={chosen ?? 'any'}
        choices={[['any', t.anyCount], ...countOperators.map((one) => [one, c[one]] as const)]}
        onChoose={(operator) => {
          if (operator === 'any') return onChange(undefined)
          const wide = operator === 'between' || operator === 'not_between'
          onChange({ operator, value: wide ? (ends ? value : {}) : typeof value === 'number' ? value : 1 })
        }}
      />
      {count && ends && (
        <Ends
          type="number"
          count
          value={typeof value === 'object' && !Array.isArray(value) && !('unit' in value) ? value : {}}
          title={t.count}
          onChange={(next) => onChange({ ...count, value: next })}
        />
      )}
      {count && !ends && (
        <NumberValue
          count
          label={t.count}
          value={typeof value === 'number' ? value : undefined}
          onChange={(next) => onChange({ ...count, value: next })}
        />
      )}
      {count && <span className={styles.word}>{t.times}</span>}
    </>
  )
}

interface PropertyProps {
  property: OpenProperty
  fields: readonly RuleField[]
  activityTypeId: number
  join: string
  onChange: (property: OpenProperty | undefined) => void
}

/** Condition on a detail of the activity. */
function Property({ property, fields, activityTypeId, join, onChange }: PropertyProps) {
  const t = useWords(text)
  const field = fields.find(({ id }) => id === property.fieldId)
  return (
    <span className={styles.property}>
      <span className={styles.word}>{join}</span>
      <NativeSelect
        size="sm"
        className={styles.subject}
        aria-label={t.activityField}
        value={String(property.fieldId)}
        data={[
          ...(field ? [] : [{ value: String(property.fieldId), label: t.gone }]),
          ...fields.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        onChange={(event) => {
          const chosen = fields.find(({ id }) => String(id) === event.currentTarget.value)
          if (chosen) onChange({ fieldId: chosen.id, ...firstTest(chosen.dataType) })
        }}
      />
      {field && (
        <TestFields
          field={field}
          activityTypeId={activityTypeId}
          test={property}
          units={dayUnits}
          onChange={(test) => onChange({ ...test, fieldId: property.fieldId })}
        />
      )}
      <ActionIcon
        size={28}
        aria-label={t.removeWhere({ name: field?.title ?? '' })}
        onClick={() => onChange(undefined)}
      >
        <IconX size={14} stroke={1.6} />
      </ActionIcon>
    </span>
  )
}
