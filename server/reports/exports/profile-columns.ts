import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import { computedColumn } from '../../customers/fields/computed.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { HIDDEN, maySeeSensitive } from '../../customers/profiles/masking.ts'
import { type ExportedColumn, exportedColumns, numberHeader } from '../../formats/files/exported-columns.ts'
import { type CellStyle, cellOf, genderCell, guardedText, instantText, type SelectedColumn } from './cells.ts'
import type { CellType } from './export-file.ts'
import { oneOf } from './list-words.ts'

const labelColumns: readonly string[] = ['labels', 'advanceLabels'] satisfies ExportedColumn[]

/** Column id of a field in the list. */
const columnIdOf = (field: Pick<Field, 'id' | 'name' | 'column'>) => (field.column ? field.name : `field_${field.id}`)

/** The columns of a file of profiles when none are asked for, in their order. */
const everyColumnId = (fields: readonly Field[]): string[] => [
  'id',
  ...fields.map(columnIdOf),
  'labels',
  'advanceLabels',
  'createdAt',
  'updatedAt',
]

/** Every column that may be asked for. How customers are reached is computed for each row, so it comes only when asked for. */
export const profileColumnIds = (fields: readonly Field[]): string[] => [...everyColumnId(fields), 'lineReach']

interface ProfileColumns {
  columns: SelectedColumn[]
  /** True if label names are included, which are gathered separately. */
  labels: boolean
  /** True if values that need profile-sensitive.read are included. */
  sensitive: boolean
}

/**
 * The columns of a file as they were asked for, those that are there now; all without a wish. What the person may not see is masked as it is
 * in their list.
 */
export function profileColumns(
  fields: readonly Field[],
  asked: readonly string[] | undefined,
  rights: Rights,
  style: CellStyle,
): ProfileColumns {
  const byColumn = new Map(fields.map((field) => [columnIdOf(field), field]))
  const known = new Set(profileColumnIds(fields))
  const wished = asked ? [...new Set(asked)].filter((id) => known.has(id)) : everyColumnId(fields)
  const ids = wished.length > 0 ? wished : ['id']
  const unmasked = maySeeSensitive(rights)
  const columns = ids.map((id): SelectedColumn => {
    const field = byColumn.get(id)
    if (!field) return ownColumn(id as ExportedColumn, style)
    return { header: field.display_name, ...cellOfField(field, field.sensitive && !unmasked, style) }
  })
  return {
    columns: namedOnce(columns, ids, byColumn),
    labels: ids.some((id) => labelColumns.includes(id)),
    sensitive: unmasked && ids.some((id) => byColumn.get(id)?.sensitive),
  }
}

/** A header stands once in a file: a second one of the same name carries the name of its field. */
function namedOnce(columns: SelectedColumn[], ids: readonly string[], byColumn: ReadonlyMap<string, Field>) {
  const met = new Set<string>()
  return columns.map((column, place) => {
    const name = column.header.toLowerCase()
    if (!met.has(name)) {
      met.add(name)
      return column
    }
    return { ...column, header: `${column.header} (${byColumn.get(ids[place]!)?.name ?? ids[place]})` }
  })
}

function ownColumn(id: ExportedColumn, style: CellStyle): SelectedColumn {
  const header = id === 'id' ? numberHeader(style.language, style.mark) : exportedColumns[id][style.language]
  if (id === 'createdAt' || id === 'updatedAt') {
    const at = id === 'createdAt' ? sql`profile.created_at` : sql`profile.updated_at`
    return { header, type: 'instant', cell: instantText(at, style) }
  }
  if (id === 'id') return { header, type: 'text', cell: sql`profile.id` }
  if (id === 'lineReach') return { header, type: 'text', cell: oneOf(reach, style.language, reaches) }
  return { header, type: 'text', cell: guardedText(id === 'labels' ? sql`names.general` : sql`names.advanced`) }
}

const reach = sql`coalesce((select max(status) from channel_friend f where f.store_id = profile.store_id
  and f.profile_id = profile.id and f.channel_type in ('lineOA', 'lineModule')), 'not_linked')`
const reaches = {
  friend: ['เพื่อน', 'Friend'],
  blocked: ['บล็อก', 'Blocked'],
  not_linked: ['ยังไม่เชื่อม', 'Not linked'],
} as const

const types: Record<Field['data_type'], CellType> = {
  String: 'text',
  Number: 'number',
  Date: 'day',
  Boolean: 'boolean',
}

function cellOfField(field: Field, masked: boolean, style: CellStyle): Pick<SelectedColumn, 'type' | 'cell'> {
  const value = valueText(field)
  if (masked) return { type: 'text', cell: maskedCell(field, value) }
  // A phone is a plus sign and digits, which are no formula, and the column of a day holds nothing else.
  if (field.kind === 'phone' || (field.column && field.data_type === 'Date'))
    return { type: types[field.data_type], cell: value }
  if (field.kind === 'gender') return { type: 'text', cell: genderCell(value, style) }
  const type = types[field.data_type]
  return { type, cell: cellOf(value, type, style) }
}

/** SQL for `masked` (customers/profiles/masking.ts). */
function maskedCell({ kind }: Field, value: RawBuilder<unknown>) {
  if (kind !== 'citizen_id') return sql`case when ${value} is not null then ${sql.lit(HIDDEN)} end`
  return sql`'•-••••-•••••-' || substr(right(${value}, 3), 1, 2) || '-' || right(${value}, 1)`
}

/** A field's value of a row of `profile` as text. */
function valueText({ id, column, data_type, formula }: Field): RawBuilder<unknown> {
  if (formula) return sql`(${computedColumn({ data_type, formula })})::text`
  if (!column) return sql`(profile.custom ->> ${sql.lit(String(id))})`
  // COPY writes every value as its text.
  return sql.ref(`profile.${column}`)
}
