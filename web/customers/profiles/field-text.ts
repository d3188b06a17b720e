import { useCallback } from 'react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { text } from './text.ts'

/** Properties needed to show a field's value. */
export interface ValueOfField {
  name: string
  dataType: 'String' | 'Number' | 'Date' | 'Boolean'
  value: string | number | boolean | null
  masked?: boolean
}

/** Stored genders; other words from files stay. */
export const genderTexts = ['male', 'female', 'other', 'unspecified'] as const

/** Displays a field's value as people write it: phones in groups, dates in the person's era, money in baht. Empty: ''. */
export function useFieldText() {
  const t = useWords(text)
  const format = useFormat()
  // The same function while the language and the era stay: another one would draw every row of a list again.
  return useCallback(
    ({ name, dataType, value, masked }: ValueOfField): string => {
      if (value === null || value === '') return ''
      if (masked) return String(value)
      switch (name) {
        case 'phone':
          return format.formatPhone(String(value))
        case 'citizenId':
          return format.formatCitizenId(String(value))
        case 'gender': {
          const known = genderTexts.find((gender) => gender === value)
          return known ? t[known] : String(value)
        }
        case 'income':
        case 'amount':
          return typeof value === 'number' ? t.baht({ amount: format.formatPrice(value) }) : String(value)
      }
      if (typeof value === 'boolean') return format.boolean(value)
      if (typeof value === 'number') return format.formatNumber(value)
      if (dataType !== 'Date') return value
      // A date of one of the store's own fields may carry a time of the day.
      return value.length > 10 ? format.dateTime(value) : format.date(value)
    },
    [t, format],
  )
}
