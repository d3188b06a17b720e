import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { Language } from '../../data/text.ts'

/** A field that programs may write. */
export interface ExampleField {
  name: string
  type: DataType
  title: string
  custom: boolean
}

/** Data of the store that the examples are filled with. */
export interface ExampleStore {
  address: string
  /** API key, or what stands for it. */
  key: string
  language: Language
  fields: readonly ExampleField[]
  activityTypes: readonly { id: number; name: string; fields: readonly ExampleField[] }[]
  ids: {
    profile: number
    label: number
    segment: number
    purpose: number
    connector: number
    receipt: number
    webhook: number
    delivery: number
  }
}

/** Stands for a key until one is typed in. */
export const NO_KEY = 'ruam_1_YOUR_KEY'

/** Maximum custom fields in an example: more would hide what it shows. */
const CUSTOM_FIELDS = 3

/** A customer of the examples. The phone numbers are unassigned, as staff write them and as they are written in an address. */
interface SamplePerson {
  phone: { written: string; plain: string }
  name: Record<Language, string>
  /** Number of the customer's first receipt. */
  receipt: string
}

/** The customer of the first example, and of the next one. */
export const samplePeople: readonly [SamplePerson, SamplePerson] = [
  {
    phone: { written: '089-555-0147', plain: '0895550147' },
    name: { th: 'ญาดา', en: 'Yada' },
    receipt: '58211',
  },
  {
    phone: { written: '089-555-0148', plain: '0895550148' },
    name: { th: 'มาลี', en: 'Mali' },
    receipt: '58212',
  },
]

/** Moment of the sample sale. */
const SOLD_AT = '2026-11-25T10:30:00+07:00'
const TOTAL = 350

const sampleOf = ({ type }: ExampleField, language: Language): string | number | boolean =>
  ({ String: language === 'th' ? 'ตัวอย่าง' : 'Example', Number: 120, Date: '1990-07-06', Boolean: true })[type]

const valuesOf = (fields: readonly ExampleField[], language: Language) =>
  Object.fromEntries(fields.slice(0, CUSTOM_FIELDS).map((field) => [field.name, sampleOf(field, language)]))

/** Returns values of a customer: a phone, a name, and fields of the store's own. */
export const sampleProfile = ({ fields, language }: ExampleStore, { phone, name }: SamplePerson) => ({
  phone: phone.written,
  firstName: name[language],
  ...valuesOf(
    fields.filter(({ custom }) => custom),
    language,
  ),
})

/** Returns a sale in the shape of a till. */
export const sampleItem = ({ language }: Pick<ExampleStore, 'language'>, { phone, name, receipt }: SamplePerson) => ({
  customer: { name: name[language], phone: phone.written },
  order: { number: receipt, total: TOTAL, created_at: SOLD_AT },
})

/** The type of purchases, which every new store has: server/customers/fields/given-names.ts. */
const purchase: Record<Language, string> = { th: 'ซื้อสินค้า', en: 'Purchase' }

/** Returns an activity of the store's first type with fields of its own; a purchase if the store is not known. */
export function sampleActivity({ activityTypes, language }: ExampleStore, reference: string) {
  const type = activityTypes.find(({ fields }) => fields.length > 0) ?? activityTypes[0]
  return {
    type: type?.id ?? purchase[language],
    at: SOLD_AT,
    reference,
    values: type ? valuesOf(type.fields, language) : { orderNo: reference, orderTotal: TOTAL },
    profile: { values: { phone: samplePeople[0].phone.written } },
  }
}
