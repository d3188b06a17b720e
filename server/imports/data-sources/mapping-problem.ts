import type { MappingBody, MappingRow } from '@ruam/contract/imports/mapping.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import { ApiError } from '../../core/api-error.ts'
import type { ActivityFieldInfo } from '../../customers/fields/activity-types.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { contactFields } from '../../customers/profiles/contacts.ts'
import { linesProblem } from '../orders/lines-problem.ts'
import { isActivityRow, mayMatch, type Targets } from './targets.ts'

/** Why a mapping can't be run, in the words of `mapping_invalid`. */
export interface MappingProblem {
  th: string
  en: string
}

/** An error of the contract, as a run keeps it. */
interface MappingError {
  name: 'mapping_invalid' | 'match_keys_missing'
  details: Record<string, unknown>
}

/** Returns the error of a mapping that cannot be run; null if it can. */
export function mappingError(body: MappingBody, targets: Targets): MappingError | null {
  const problem = mappingProblem(body, targets)
  if (problem) return { name: 'mapping_invalid', details: { reason: problem.en, reason_th: problem.th } }
  return lacksKeys(body) ? { name: 'match_keys_missing', details: {} } : null
}

/** Throws `match_keys_missing` unless a mapping tells customers apart, or says that every row is a new one. */
export function refuseWithoutKeys(body: MappingBody): void {
  if (lacksKeys(body)) throw new ApiError('match_keys_missing')
}

/** Mappings of older versions say nothing of new rows. */
const lacksKeys = ({ match, number_column, every_row_is_new }: MappingBody) =>
  match.keys.length === 0 && number_column === null && every_row_is_new !== true

/** Finds the first thing that is wrong with a mapping apart from missing keys. */
export function mappingProblem(body: MappingBody, targets: Targets): MappingProblem | null {
  return (
    rowProblem(body, targets) ??
    joinProblem(body.mapping, targets) ??
    activityProblem(body, targets) ??
    linesProblem(body, targets) ??
    labelProblem(body, targets) ??
    lineProblem(body, targets) ??
    ownColumnProblem(body, targets) ??
    matchProblem(body, targets)
  )
}

function rowProblem({ mapping: rows, number_column }: MappingBody, targets: Targets): MappingProblem | null {
  if (number_column === null && !rows.some((row) => !isActivityRow(row)))
    return { th: 'ยังไม่ได้จับคู่คอลัมน์ใดเลย', en: 'no column is mapped yet' }
  const pairs = new Set<string>()
  for (const row of rows) {
    const field = fieldOf(row, targets)
    if (!field) return { th: 'มีฟิลด์ที่ถูกลบไปแล้ว', en: 'it names a field that does not exist' }
    if (Number(row.source_schema_id) > targets.width)
      return { th: 'มีคอลัมน์ที่ไม่อยู่ในไฟล์', en: 'it names a column that is not in the file' }
    if (row.part !== 'whole' && field.kind !== 'text')
      return { th: `แยกชื่อใส่ ${field.display_name} ไม่ได้`, en: `${field.display_name} cannot take a part of a name` }
    const pair = `${row.source_schema_id} ${row.destination_type} ${row.destination_id}`
    if (pairs.has(pair))
      return {
        th: `คอลัมน์เดียวถูกจับคู่กับ ${field.display_name} สองครั้ง`,
        en: `one column is mapped to ${field.display_name} twice`,
      }
    pairs.add(pair)
  }
  return null
}

function fieldOf(row: MappingRow, { fields, activity }: Targets): Field | ActivityFieldInfo | undefined {
  if (!isActivityRow(row))
    return fields.find((known) => known.id === row.destination_id && known.type === row.destination_type)
  const system = row.destination_type === 'system_activity'
  return activity?.fields.find((known) => known.id === row.destination_id && (known.id === activityDate.id) === system)
}

/** Only whole texts can be joined, and contacts, whose second one is a further one of the person; but the title of a name may stand in for an empty prefix. */
function joinProblem(rows: MappingRow[], targets: Targets): MappingProblem | null {
  const byDestination = Map.groupBy(rows, (row) => `${isActivityRow(row)} ${row.destination_id}`)
  for (const same of byDestination.values()) {
    if (same.length === 1) continue
    const field = fieldOf(same[0]!, targets)!
    if (!isActivityRow(same[0]!) && isContact(field)) continue
    const isTitleBehind = same.length === 2 && same[0]!.part === 'whole' && same[1]!.part === 'prefix'
    if (field.kind !== 'text' || (same.some((row) => row.part !== 'whole') && !isTitleBehind)) {
      return { th: `มีสองคอลัมน์ที่จับคู่กับ ${field.display_name}`, en: `two columns are mapped to ${field.display_name}` }
    }
  }
  return null
}

/** True for the fields of which a person has several values. */
const isContact = (field: Field | ActivityFieldInfo) => 'column' in field && contactColumns.has(field.column ?? '')
const contactColumns = new Set<string>(contactFields.map(({ column }) => column))

function activityProblem(body: MappingBody, { activity }: Targets): MappingProblem | null {
  if (body.activity_id === null) return null
  if (!activity) return { th: 'ประเภทกิจกรรมที่เลือกถูกลบไปแล้ว', en: 'the activity type it names does not exist' }
  if (!body.mapping.some((row) => row.destination_type === 'system_activity'))
    return { th: 'กรุณาจับคู่คอลัมน์กับวันที่ทำกิจกรรม', en: 'map a column to the date of the activity' }
  const { activity_key: key } = body
  const keyFed = body.mapping.some((row) => row.destination_type === 'custom_activity' && row.destination_id === key)
  if (key === null || keyFed) return null
  return {
    th: 'ฟิลด์ที่ใช้แยกกิจกรรมต้องจับคู่กับคอลัมน์',
    en: 'the field that tells activities apart needs a column',
  }
}

function lineProblem({ line_account_id }: MappingBody, { lineScope }: Targets): MappingProblem | null {
  return line_account_id === null || lineScope !== undefined
    ? null
    : { th: 'บัญชี LINE OA ที่เลือกเลิกเชื่อมต่อแล้ว', en: 'the LINE account it names is no longer connected' }
}

function labelProblem({ labels }: MappingBody, targets: Targets): MappingProblem | null {
  return labels.every((label) => targets.labels.has(label))
    ? null
    : { th: 'มีป้ายกำกับที่ถูกลบไปแล้ว', en: 'it names a label that does not exist' }
}

function ownColumnProblem(body: MappingBody, { width }: Targets): MappingProblem | null {
  const { columns } = body.row_labels
  if ([...columns, body.number_column ?? '1'].some((id) => Number(id) > width))
    return { th: 'มีคอลัมน์ที่ไม่อยู่ในไฟล์', en: 'it names a column that is not in the file' }
  if (new Set(columns).size === columns.length) return null
  return { th: 'คอลัมน์ป้ายกำกับซ้ำกัน', en: 'a column of labels is named twice' }
}

function matchProblem(body: MappingBody, { fields }: Targets): MappingProblem | null {
  const { mapping, match, number_column } = body
  if (body.every_row_is_new && (match.keys.length > 0 || number_column !== null || match.mode === 'existing'))
    return {
      th: 'เลือกให้ทุกแถวเป็นลูกค้าใหม่แล้ว จึงใช้ฟิลด์ระบุตัว เลขที่ลูกค้า หรือการอัปเดตอย่างเดียวร่วมด้วยไม่ได้',
      en: 'every row is a new customer, so no key, no customer number and no updates go with it',
    }
  if (new Set(match.keys).size < match.keys.length)
    return { th: 'เลือกฟิลด์ระบุตัวซ้ำกัน', en: 'a field that tells customers apart is named twice' }
  for (const key of match.keys) {
    const field = fields.find((known) => known.id === key)
    if (!field || !mapping.some((row) => !isActivityRow(row) && row.destination_id === key))
      return { th: 'ฟิลด์ที่ใช้ระบุตัวต้องจับคู่กับคอลัมน์', en: 'each field that tells customers apart needs a column' }
    if (!mayMatch(field))
      return { th: `ใช้ ${field.display_name} ระบุตัวลูกค้าไม่ได้`, en: `${field.display_name} cannot tell customers apart` }
  }
  return null
}
