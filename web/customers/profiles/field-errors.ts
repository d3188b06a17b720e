import { isApiError } from '../../data/request.ts'
import { inputName } from './FieldInput.tsx'

/** A sentence for each field that can't be saved, by the field's id. */
export type FieldErrors = Readonly<Record<number, string>>

interface Details {
  fields?: { field_id: number; message: string }[]
}

/** Errors of single fields; empty for other errors. */
export function fieldErrorsOf(error: unknown): FieldErrors {
  if (!isApiError(error, 'values_invalid')) return {}
  const { fields = [] } = error.details as Details
  return Object.fromEntries(fields.map(({ field_id, message }) => [field_id, message]))
}

/** Gives the focus to the first input with an error, in the order of the page, once its sentence is there. */
export function focusFirst(errors: FieldErrors) {
  requestAnimationFrame(() => {
    const names = new Set(Object.keys(errors).map((id) => inputName(Number(id))))
    const inputs = document.querySelectorAll<HTMLElement>('input[name], textarea[name], select[name]')
    const first = [...inputs].find((input) => names.has(input.getAttribute('name') ?? ''))
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  })
}
