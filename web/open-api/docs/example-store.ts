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

/** An unassigned phone number, as staff write it and as it is written in an address. */
export const samplePhone = { written: '089-555-0147', plain: '0895550147' }

const sampleOf = ({ type }: ExampleField, language: Language): string | number | boolean =>
  ({ String: language === 'th' ? 'ตัวอย่าง' : 'Example', Number: 120, Date: '1990-07-06', Boolean: true })[type]

const valuesOf = (fields: readonly ExampleField[], language: Language) =>
  Object.fromEntries(fields.slice(0, CUSTOM_FIELDS).map((field) => [field.name, sampleOf(field, language)]))

/** Returns values of a customer: a phone, a name, and fields of the store's own. */
export const sampleProfile = ({ fields, language }: ExampleStore) => ({
  phone: samplePhone.written,
  firstName: language === 'th' ? 'ญาดา' : 'Yada',
  ...valuesOf(
    fields.filter(({ custom }) => custom),
    language,
  ),
})

/** Returns an item in the shape of a till. */
export const sampleItem = ({ language }: ExampleStore) => ({
  customer: { name: language === 'th' ? 'ญาดา' : 'Yada', phone: samplePhone.written },
  order: { number: '58211', lines: [{ sku: 'A1', price: 120 }] },
})

/** Returns an activity of the store's first type with fields of its own, or of the first type at all. */
export function sampleActivity({ activityTypes, language }: ExampleStore, reference: string) {
  const type = activityTypes.find(({ fields }) => fields.length > 0) ?? activityTypes[0]
  return {
    type: type?.id ?? 1,
    at: '2026-11-25T10:30:00+07:00',
    reference,
    values: valuesOf(type?.fields ?? [], language),
    profile: { values: { phone: samplePhone.written } },
  }
}
