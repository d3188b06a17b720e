import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { MAX_PROPERTY_RULES } from '@ruam/contract/customers/rules.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import type { OpenProperty } from './draft.ts'
import { dayUnits, firstTest } from './operators.ts'
import styles from './Rules.module.css'
import { TestFields } from './TestFields.tsx'
import { text } from './text.ts'
import { type RuleField, useOptions } from './use-rule-options.ts'

interface WhereFieldsProps {
  activityTypeId: number
  where: readonly OpenProperty[]
  onChange: (where: OpenProperty[] | undefined) => void
}

/** Conditions on the details of one activity. */
export function WhereFields({ activityTypeId, where, onChange }: WhereFieldsProps) {
  const t = useWords(text)
  const fields = useOptions().types.find(({ id }) => id === activityTypeId)?.fields ?? []
  const put = (place: number, property: OpenProperty | undefined) => {
    const next = where.toSpliced(place, 1, ...(property ? [property] : []))
    onChange(next.length > 0 ? next : undefined)
  }
  const add = () => {
    const field = fields.find(({ id }) => !where.some(({ fieldId }) => fieldId === id)) ?? fields[0]
    if (field) put(where.length, { fieldId: field.id, ...firstTest(field.dataType) })
  }
  return (
    <>
      {where.map((property, place) => (
        <Property
          // biome-ignore lint/suspicious/noArrayIndexKey: two details may be the same in everything
          key={place}
          property={property}
          fields={fields}
          activityTypeId={activityTypeId}
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
