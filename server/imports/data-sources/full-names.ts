import type { MappingRow } from '@ruam/contract/imports/mapping.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { readName } from '../../formats/values/names.ts'
import { type Look, ofOthers, wordsOf } from './looks.ts'

/** A column, the field it seems to feed and its look. */
interface NamedColumn {
  column: { name: string; facts: ColumnFacts }
  field: { id: number } | null
  look: Look
}

/** A part of a full name and the field it feeds. */
export interface SplitPart {
  part: MappingRow['part']
  field_id: number
}

/** A part of a full name: filled cells (null if not measured) and what the first samples hold. */
interface NamePart {
  part: 'prefix' | 'first_name' | 'last_name'
  count: number | null
  samples: string[]
}

const idOf = (name: string) => systemFields.find((field) => field.name === name)!.id
export const thaiParts: readonly SplitPart[] = [
  { part: 'prefix', field_id: idOf('prefixName') },
  { part: 'first_name', field_id: idOf('firstName') },
  { part: 'last_name', field_id: idOf('lastName') },
]
const englishParts: readonly SplitPart[] = [
  { part: 'first_name', field_id: idOf('firstNameEN') },
  { part: 'last_name', field_id: idOf('lastNameEN') },
]
const nameFields = new Set([...thaiParts.slice(1), ...englishParts].map((one) => one.field_id))
const englishFields = new Set(englishParts.map((one) => one.field_id))

export const isNameField = (id: number) => nameFields.has(id)

export const NAME_HEADER = /name|ชื่อ|สกุล|ลูกค้า|customer|สมาชิก|member|ผู้รับ|ผู้ซื้อ|ผู้ติดต่อ|buyer|recipient/
/** Headers that mean a whole name and nothing else. */
const SAYS_WHOLE = /ชื่อ.*สกุล(?!เงิน)|full ?name|first.*last.*name/
export const NO_CUSTOMER = /title|type|ประเภท|ระดับ|กลุ่ม|level|tier|ชื่อเล่น|nick|สถานะ|status/
const FIRM = /บริษัท|บจก|หจก|บมจ|จำกัด|ห้างหุ้น|^ร้าน|ltd|limited|company|(?:^|\s)(?:inc|llc|corp)\b/i

/** True if a column seems to hold full names. Columns of other certain kinds, such as companies, do not. */
export function isFullNameColumn({ column: { name, facts }, field }: Pick<NamedColumn, 'column' | 'field'>): boolean {
  const words = wordsOf(name)
  if (field && !isNameField(field.id)) return false
  if (SAYS_WHOLE.test(words) && facts.words >= facts.filled * 0.5) return !isFirms(facts)
  if (!NAME_HEADER.test(words) || facts.words < facts.filled * 0.8 || isFirms(facts)) return false
  // A title and a first name alone are no whole name.
  const several = facts.samples.filter((sample) => readName(sample).last_name !== null).length
  const { wholeNames, filled, titles, samples } = facts
  return wholeNames >= filled * 0.6 && (titles < wholeNames || several * 2 >= samples.length)
}

const isFirms = ({ samples }: ColumnFacts) => samples.filter((sample) => FIRM.test(sample)).length * 2 > samples.length

/** True if header and cells agree so clearly that no question is needed. */
function isSurelyNames({ column: { name, facts }, look }: NamedColumn): boolean {
  const words = wordsOf(name)
  if (SAYS_WHOLE.test(words) && !ofOthers(words)) return true
  if (look.as !== 'name' || look.by !== 'header' || ofOthers(words) || NO_CUSTOMER.test(words)) return false
  const { filled, groups, titles } = facts
  // Groups of customers, such as walk-in and online, are few.
  return filled < FEW_CELLS || titles * 2 >= filled || (groups !== null && groups.distinct >= filled * 0.05)
}

const FEW_CELLS = 20

/**
 * Splits the surest column of whole names by default, in each language. Parts that another column feeds are left to it.
 */
export function nameSplits<Column extends NamedColumn>(
  drafts: readonly Column[],
  winners: ReadonlyMap<number, Column>,
  fields: readonly { id: number }[],
): ReadonlyMap<Column, readonly SplitPart[]> {
  const splits = new Map<Column, readonly SplitPart[]>()
  const known = new Set(fields.map(({ id }) => id))
  const isEnglish = ({ field }: Column) => field !== null && englishFields.has(field.id)
  for (const parts of [thaiParts, englishParts]) {
    const best = drafts
      .filter(
        (draft) => isEnglish(draft) === (parts === englishParts) && isFullNameColumn(draft) && isSurelyNames(draft),
      )
      .toSorted((a, b) => rank(b, winners) - rank(a, winners) || b.column.facts.filled - a.column.facts.filled)[0]
    if (!best) continue
    const free = parts.filter(({ field_id }) => {
      const winner = winners.get(field_id)
      return known.has(field_id) && (winner === undefined || winner === best)
    })
    if (free.some(({ part }) => part !== 'prefix')) splits.set(best, free)
  }
  return splits
}

function rank(draft: NamedColumn, winners: ReadonlyMap<number, NamedColumn>): number {
  if (draft.field && winners.get(draft.field.id) === draft) return 2
  return SAYS_WHOLE.test(wordsOf(draft.column.name)) ? 1 : 0
}

/** Returns what each part of a column of whole names holds. */
export function namePartsOf({ filled, titles, lastNames, samples }: ColumnFacts): NamePart[] {
  const counts = { prefix: titles, first_name: filled, last_name: lastNames }
  const names = samples.map(readName)
  return (['prefix', 'first_name', 'last_name'] as const).map((part) => ({
    part,
    count: lastNames === null ? null : counts[part],
    samples: names.map((name) => name[part] ?? ''),
  }))
}
