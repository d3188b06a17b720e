import { Button, Textarea, TextInput } from '@mantine/core'
import { flexLimits } from '@ruam/contract/broadcasts/flex-values.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import styles from './FlexEditor.module.css'
import { FlexPictureField } from './FlexPictureField.tsx'
import { type FlexField, placeOf, withoutPart, withoutRow, withRowAfter, withValue } from './fields.ts'
import type { Part } from './parts.ts'
import { flexText } from './text.ts'

interface FieldProps<F> {
  field: F
  whole: Part
  /** Path of the JSON among the fields of the draft. */
  name: string
  /** Returns the words about the fault at a place of the JSON. */
  faultAt: (place: string, isPicture?: boolean) => string | undefined
  onChange: (whole: Part) => void
  /** True in a row, which is removed as a whole. */
  inRow?: boolean
}

/** One field of a card, or its rows. */
export function FlexFieldRow({ field, whole, name, faultAt, onChange, inRow = false }: FieldProps<FlexField>) {
  const t = useWords(flexText)
  if (field.kind === 'rows') return <Rows {...{ field, whole, name, faultAt, onChange }} />
  const place = placeOf(field.path)
  const put = (value: string) => onChange(withValue(whole, field.path, value))
  const shared = { name: `${name}.${place}`, value: field.value, error: faultAt(place, field.kind === 'picture') }
  const remove = (of: string) =>
    'part' in field && !inRow ? (
      <Button
        variant="subtle"
        aria-label={t.removeField({ field: of, words: field.kind === 'picture' ? '' : field.value })}
        onClick={() => onChange(withoutPart(whole, field.part))}
      >
        <IconTrash size={16} stroke={1.6} />
      </Button>
    ) : null
  switch (field.kind) {
    case 'picture':
      return <FlexPictureField label={t.picture} {...shared} onChange={put} remove={remove(t.picture)} />
    case 'link':
      return (
        <TextInput
          label={t.link}
          placeholder="https://"
          maxLength={flexLimits.address}
          {...shared}
          onChange={(event) => put(event.currentTarget.value)}
        />
      )
    case 'label':
      return (
        <div className={styles.removable}>
          <TextInput
            label={t.label}
            maxLength={flexLimits.buttonLabel}
            {...shared}
            onChange={(event) => put(event.currentTarget.value)}
          />
          {remove(t.button)}
        </div>
      )
    case 'text': {
      const label = field.isHeading ? t.heading : t.words
      return (
        <div className={styles.removable}>
          {field.isLong ? (
            <Textarea
              label={label}
              autosize
              minRows={1}
              maxRows={6}
              {...shared}
              onChange={(event) => put(event.currentTarget.value)}
            />
          ) : (
            <TextInput label={label} {...shared} onChange={(event) => put(event.currentTarget.value)} />
          )}
          {remove(label)}
        </div>
      )
    }
  }
}

/** Rows of one form, such as the lines of a menu. One row stays. */
function Rows({ field: { path, from, rows }, ...rest }: FieldProps<Extract<FlexField, { kind: 'rows' }>>) {
  const { whole, onChange } = rest
  const t = useWords(flexText)
  return (
    <fieldset className={styles.rows}>
      <legend>{t.rows}</legend>
      {rows.map((fields, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key than their place
        <fieldset key={index} className={styles.row} aria-label={t.row({ place: index + 1 })}>
          {fields.map((field) => (
            <FlexFieldRow key={placeOf(field.path)} field={field} {...rest} inRow />
          ))}
          <Button
            variant="subtle"
            aria-label={t.removeRow({ place: index + 1 })}
            onClick={() => onChange(withoutRow(whole, path, from + index))}
          >
            <IconTrash size={16} stroke={1.6} />
          </Button>
        </fieldset>
      ))}
      <Button
        size="xs"
        leftSection={<IconPlus size={16} stroke={1.6} />}
        onClick={() => onChange(withRowAfter(whole, path, from + rows.length - 1))}
      >
        {t.addRow}
      </Button>
    </fieldset>
  )
}
