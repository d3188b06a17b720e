import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { SEARCHED, SearchSelect } from '../../../ui/SearchSelect.tsx'
import { FieldInput } from '../FieldInput.tsx'
import type { FieldErrors } from '../field-errors.ts'
import { sentValue } from '../field-typed.ts'
import { useOwnFields, useSystemFields } from '../list-fields.ts'
import type { BulkAction } from './bulk-action.ts'
import { bulkText } from './bulk-text.ts'

interface BulkFieldProps {
  onChange: (action: BulkAction | undefined) => void
  errors: FieldErrors
}

/** Which field is set to what. */
export function BulkField({ onChange, errors }: BulkFieldProps) {
  const t = useWords(bulkText)
  const fields = [...useSystemFields(), ...(useOwnFields(true, undefined) ?? [])].filter((field) => !field.computed)
  const [chosen, setChosen] = useState<number>()
  const [typed, setTyped] = useState('')
  const field = fields.find(({ id }) => id === chosen)
  const change = (id: number | undefined, value: string) => {
    const next = fields.find((one) => one.id === id)
    onChange(next && { type: 'set_field', fieldId: next.id, value: sentValue(next, value) })
  }
  const options = fields.map(({ id, title }) => ({ value: String(id), label: title }))
  const choose = (value: string) => {
    const id = Number(value) || undefined
    setChosen(id)
    setTyped('')
    change(id, '')
  }
  return (
    <>
      {fields.length > SEARCHED ? (
        <SearchSelect
          label={t.field}
          data-autofocus
          placeholder={t.chooseField}
          nothingFoundMessage={t.noField}
          value={chosen === undefined ? null : String(chosen)}
          data={options}
          onPick={choose}
        />
      ) : (
        <NativeSelect
          label={t.field}
          data-autofocus
          value={chosen ?? ''}
          data={[{ value: '', label: t.chooseField }, ...options]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      {field && (
        <FieldInput
          key={field.id}
          field={{ ...field, displayName: field.title }}
          value={typed}
          error={errors[field.id]}
          description={t.emptyClears}
          onChange={(value) => {
            setTyped(value)
            change(field.id, value)
          }}
        />
      )}
    </>
  )
}
