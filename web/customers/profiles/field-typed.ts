import { useMemo } from 'react'
import { formatCitizenId, formatPhone } from '../../data/format.ts'
import { useFormat } from '../../data/use-format.ts'
import type { FieldOfInput } from './FieldInput.tsx'

const digits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

type Value = string | number | boolean | null

/** Formats a value for its input so that it reads back unchanged. */
export function useTyped() {
  const { isoDate, isoTime } = useFormat()
  return useMemo(
    () =>
      ({ name, dataType }: Pick<FieldOfInput, 'name' | 'dataType'>, value: Value): string => {
        if (value === null) return ''
        if (typeof value === 'number') return digits.format(value)
        if (typeof value === 'boolean') return String(value)
        if (dataType === 'Date') {
          const day = isoDate(value)
          // A day has no time; an instant is written in the store's time zone.
          return value.length > 10 ? `${day} ${isoTime(value).slice(0, 5)}` : day
        }
        if (name === 'phone') return formatPhone(value)
        return name === 'citizenId' ? formatCitizenId(value) : value
      },
    [isoDate, isoTime],
  )
}

/** Request value of a field: the typed text, read by the server like a cell. An empty one clears the field. */
export function sentValue({ dataType }: Pick<FieldOfInput, 'dataType'>, typed: string): string | boolean | null {
  if (typed.trim() === '') return null
  return dataType === 'Boolean' && (typed === 'true' || typed === 'false') ? typed === 'true' : typed
}
