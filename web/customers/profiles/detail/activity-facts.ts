import { moneyRank, sumField } from '@ruam/contract/formats/money.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { useFieldText } from '../field-text.ts'
import { text } from '../text.ts'
import type { Activity } from './activity.ts'

type Field = Activity['fields'][number]

/** Describes an activity: paid amounts separately, other values as text; money in baht and satang. */
export function useActivityFacts() {
  const t = useWords(text)
  const format = useFormat()
  const fieldText = useFieldText()
  const namedOf = (field: Field) => ({
    field,
    name: field.name,
    display_name: field.displayName,
    data_type: field.dataType,
  })
  const baht = (value: number) => t.baht({ amount: format.formatPrice(value) })
  const say = (field: Field) =>
    typeof field.value === 'number' && moneyRank(namedOf(field)) > 0 ? baht(field.value) : fieldText(field)
  return ({ fields }: Activity) => {
    const filled = fields.filter(({ value }) => value !== null && value !== '')
    const sum = sumField(filled.map(namedOf))?.field
    const amount = typeof sum?.value === 'number' ? baht(sum.value) : undefined
    const others: Field[] = amount === undefined ? filled : filled.filter((field) => field !== sum)
    return { amount, others, say }
  }
}
