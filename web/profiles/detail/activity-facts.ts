import { sumField } from '@ruam/contract/money.ts'
import { useWords } from '../../core/text.ts'
import { useFormat } from '../../core/use-format.ts'
import { useFieldText } from '../field-text.ts'
import { text } from '../text.ts'
import type { Activity } from './activity.ts'

type Field = Activity['fields'][number]

/** What an activity says: the money apart, in baht and satang, and its other values as people write them. */
export function useActivityFacts() {
  const t = useWords(text)
  const format = useFormat()
  const say = useFieldText()
  return ({ fields }: Activity) => {
    const filled = fields.filter(({ value }) => value !== null && value !== '')
    const named = filled.map((field) => ({
      field,
      name: field.name,
      display_name: field.displayName,
      data_type: field.dataType,
    }))
    const sum = sumField(named)?.field
    const amount = typeof sum?.value === 'number' ? t.baht({ amount: format.formatPrice(sum.value) }) : undefined
    const others: Field[] = amount === undefined ? filled : filled.filter((field) => field !== sum)
    return { amount, others, say }
  }
}
