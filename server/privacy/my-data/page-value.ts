import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { genders } from '../../master-data/master-data.ts'

/** `081-234-5678` for +66812345678; other numbers stay as they are. */
const phoneText = (value: string) =>
  value.replace(/^\+66([689]\d)(\d{3})(\d{4})$/, '0$1-$2-$3').replace(/^\+662(\d{3})(\d{4})$/, '02-$1-$2')

/** `18/03/1994` for 1994-03-18; other texts stay as they are. */
export const dayText = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d).*$/, '$3/$2/$1')

/** Returns a value as the page shows it. */
export function pageValue(
  { kind, sensitive }: Pick<Field, 'kind' | 'sensitive'>,
  value: string | number | boolean,
  language: Language,
): string {
  if (typeof value === 'boolean') return { th: ['ไม่ใช่', 'ใช่'], en: ['No', 'Yes'] }[language][Number(value)]!
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 6 })
  if (sensitive) return value
  if (kind === 'phone') return phoneText(value)
  if (kind === 'date') return dayText(value)
  if (kind === 'gender') return genders.find((gender) => gender.value === value)?.[language] ?? value
  return value
}
