import type { MappingBody, overwriteModes } from '@ruam/contract/data-sources.ts'
import type { Field } from '../profile-fields/fields.ts'
import type { Value } from '../profiles/masking.ts'

export interface PlannedField {
  /** Place of the column in the file, from 0. */
  column: number
  field: Field
  overwrite: (typeof overwriteModes)[number]
}

/** A mapping made ready for work: what every row of a run goes through. */
export interface Plan {
  /** How many fields a row of the file must have. */
  width: number
  fields: PlannedField[]
  /** Places in `fields`, in the order in which they are asked for somebody known. */
  keys: number[]
  /** Those of the keys that only one person can have: all but phone and e-mail, which people share and change. */
  personal: number[]
  mode: MappingBody['match']['mode']
}

/** The mapped values of one row, in the order of the plan's fields; null where the cell says nothing. */
export type Values = Value[]

/** Why a mapping can't be run, in the words of `mapping_invalid`; null when it can. */
export function mappingProblem(body: MappingBody, width: number, fields: Field[]): { th: string; en: string } | null {
  if (body.mapping.length === 0) return { th: 'ยังไม่ได้จับคู่คอลัมน์ใดเลย', en: 'no column is mapped yet' }
  const columns = new Set<string>()
  const targets = new Set<number>()
  for (const row of body.mapping) {
    const field = fields.find((known) => known.id === row.destination_id && known.type === row.destination_type)
    if (!field) return { th: 'มีฟิลด์ที่ถูกลบไปแล้ว', en: 'it names a field that does not exist' }
    if (Number(row.source_schema_id) > width)
      return { th: 'มีคอลัมน์ที่ไม่อยู่ในไฟล์', en: 'it names a column that is not in the file' }
    if (columns.has(row.source_schema_id)) return { th: 'คอลัมน์เดียวถูกจับคู่สองครั้ง', en: 'one column is mapped twice' }
    if (targets.has(row.destination_id)) {
      return { th: `มีสองคอลัมน์ที่จับคู่กับ ${field.display_name}`, en: `two columns are mapped to ${field.display_name}` }
    }
    columns.add(row.source_schema_id)
    targets.add(row.destination_id)
  }
  if (body.match.keys.length === 0)
    return { th: 'กรุณาเลือกฟิลด์ที่ใช้ระบุตัวลูกค้า', en: 'choose the field that tells customers apart' }
  if (new Set(body.match.keys).size < body.match.keys.length)
    return { th: 'เลือกฟิลด์ระบุตัวซ้ำกัน', en: 'a match field is named twice' }
  for (const key of body.match.keys) {
    const field = fields.find((known) => known.id === key)
    if (!field || !targets.has(key)) return { th: 'ฟิลด์ที่ใช้ระบุตัวต้องจับคู่กับคอลัมน์', en: 'every match field needs a column' }
    if (!mayMatch(field))
      return { th: `ใช้ ${field.display_name} ระบุตัวลูกค้าไม่ได้`, en: `${field.display_name} cannot tell customers apart` }
  }
  return null
}

const shared = new Set(['phone', 'email'])
const matchColumns = new Set(['phone', 'email', 'citizen_id', 'line_user_id'])

/** Whether a field can tell people apart: the four system keys, and text or number fields of the store's own. */
export function mayMatch(field: Field): boolean {
  if (field.column) return matchColumns.has(field.column)
  return field.type === 'custom_profile' && (field.data_type === 'String' || field.data_type === 'Number')
}

/** Compiles a mapping that `mappingProblem` found nothing wrong with. A field that was deleted after its run is left out. */
export function planOf(body: MappingBody, width: number, fields: Field[]): Plan {
  const planned = body.mapping.flatMap((row) => {
    const field = fields.find((known) => known.id === row.destination_id)
    return field ? [{ column: Number(row.source_schema_id) - 1, field, overwrite: row.overwrite }] : []
  })
  const keys = body.match.keys.map((key) => planned.findIndex((target) => target.field.id === key))
  return {
    width,
    fields: planned,
    keys,
    personal: keys.filter((key) => !shared.has(planned[key]?.field.column ?? '')),
    mode: body.match.mode,
  }
}

/** A key's value as it is looked up: the text that `custom ->> field` gives, so numbers without an exponent. */
export function keyText(value: Value): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  if (value === null) return null
  const text = String(value)
  return text.includes('e') ? withoutExponent(text) : text
}

/** JavaScript writes numbers below 1e-6 and from 1e21 on with one. */
function withoutExponent(text: string): string {
  const [, sign, first, rest = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)!
  const places = Number(exponent)
  return places < 0
    ? `${sign}0.${'0'.repeat(-places - 1)}${first}${rest}`
    : sign + `${first}${rest}`.padEnd(places + 1, '0')
}
