import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { ExportPurpose } from '@ruam/contract/reports/exports.ts'
import { type RawBuilder, sql } from 'kysely'
import { columnIdOf, type Field } from '../../customers/fields/fields.ts'
import { valueText } from '../../customers/fields/value-text.ts'
import { closedFields } from '../../customers/profiles/closed.ts'
import { HIDDEN } from '../../customers/profiles/masking.ts'
import { type ExportedColumn, exportedColumns, numberHeader } from '../../formats/files/exported-columns.ts'
import {
  type CellStyle,
  cellOf,
  genderCell,
  guardedText,
  instantText,
  plainPhone,
  type SelectedColumn,
} from './cells.ts'
import type { CellType } from './export-file.ts'
import { nameCell } from './label-names.ts'
import { oneOf } from './list-file.ts'
import type { ExportRequest } from './request.ts'

const labelColumns: readonly string[] = ['labels', 'advanceLabels'] satisfies ExportedColumn[]

/** The columns of a file of profiles when none are asked for, in their order. */
const everyColumnId = (fields: readonly Field[]): string[] => [
  'id',
  ...fields.map(columnIdOf),
  'labels',
  'advanceLabels',
  'createdAt',
  'updatedAt',
]

/** Columns of a purpose in their order, those of the person before its own. */
function columnIdsOf(purpose: ExportPurpose, fields: readonly Field[], asked: readonly string[] | undefined): string[] {
  // An import finds the customer by this column.
  if (asked) return purpose === 'back' ? ['id', ...asked] : [...asked]
  return purpose === 'letters' ? ['letterName', 'address', 'phone'] : everyColumnId(fields)
}

/** Every column that may be asked for. How customers are reached is computed for each row, so it comes only when asked for. */
export const profileColumnIds = (fields: readonly Field[], purpose?: ExportPurpose): string[] => [
  ...(purpose ? ['letterName'] : []),
  ...everyColumnId(fields),
  'lineReach',
]

interface ProfileColumns {
  columns: SelectedColumn[]
  ids: string[]
  /** Field of each column; undefined for columns that are no fields. */
  fields: (Field | undefined)[]
  /** The same without closed fields, whose values must decide nothing. */
  told: (Field | undefined)[]
  /** True if label names are included, which are gathered separately. */
  labels: boolean
  /** True if values that need profile-sensitive.read are included. */
  sensitive: boolean
}

/** Fields with sensitive values that a file with this purpose could hold. */
export const sensitiveFields = (fields: readonly Field[], { purpose, columns }: Wish): Field[] =>
  fields.filter((field) => field.sensitive && (purpose !== 'screen' || !columns || columns.includes(columnIdOf(field))))

type Wish = Pick<ExportRequest, 'columns' | 'purpose' | 'sensitive'>

/**
 * The columns of a file as they were asked for, those that are there now; all without a wish. What the person may not see is masked as it is
 * in their list. A file with a purpose holds sensitive fields only where they are asked for, and is never masked but in its preview.
 */
export function profileColumns(
  fields: readonly Field[],
  wish: Wish,
  rights: Rights,
  { maskAll = false, ...style }: CellStyle & { maskAll?: boolean },
): ProfileColumns {
  const { columns: asked, purpose, sensitive } = wish
  const byColumn = new Map(fields.map((field) => [columnIdOf(field), field]))
  const known = new Set([...profileColumnIds(fields), 'letterName'])
  const ids = idsOf()
  const closed = closedFields(rights, fields)
  const isOpen = ({ id, sensitive: secret }: Field) => !closed.has(id) && !(secret && maskAll)
  const columns = ids.map((id): SelectedColumn => {
    const field = byColumn.get(id)
    if (!field) return ownColumn(id as ExportedColumn | 'letterName', style)
    return { header: field.display_name, ...(isOpen(field) ? cellOfField(field, style) : maskedCell(field, closed)) }
  })
  return {
    columns: namedOnce(columns, ids, byColumn),
    ids,
    fields: ids.map((id) => byColumn.get(id)),
    told: ids.map((id) => byColumn.get(id)).map((field) => (field && closed.has(field.id) ? undefined : field)),
    labels: ids.some((id) => labelColumns.includes(id)),
    sensitive: ids.some((id) => byColumn.get(id)?.sensitive === true && isOpen(byColumn.get(id)!)),
  }

  function idsOf(): string[] {
    const wished = purpose ? columnIdsOf(purpose, fields, asked) : (asked ?? everyColumnId(fields))
    const isSensitive = (id: string) => byColumn.get(id)?.sensitive === true
    // Includes the sensitive fields that the columns name, or all of them.
    const adds = sensitive && purpose !== undefined && purpose !== 'screen' && !wished.some(isSensitive)
    const further = adds ? sensitiveFields(fields, wish).map(columnIdOf) : []
    const hidden = (id: string) => purpose !== undefined && !sensitive && isSensitive(id)
    const found = [...new Set([...wished, ...further])].filter((id) => known.has(id) && !hidden(id))
    return found.length > 0 ? found : ['id']
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

const letterName = { th: 'ชื่อบนซอง', en: 'Name on the envelope' } as const

/** A name as an envelope bears it; without one that of LINE or the company. */
function envelopeName({ language }: CellStyle): RawBuilder<unknown> {
  const named = sql`nullif(btrim(concat_ws(' ', profile.first_name, profile.last_name)), '')`
  const title =
    language === 'th' ? sql`coalesce(profile.prefix_name, 'คุณ')` : sql`coalesce(profile.prefix_name || ' ', '')`
  return sql`coalesce(${title} || ${named}, profile.company, profile.line_display_name)`
}

function ownColumn(id: ExportedColumn | 'letterName', style: CellStyle): SelectedColumn {
  if (id === 'letterName')
    return { header: letterName[style.language], type: 'text', cell: guardedText(envelopeName(style)) }
  const marked = id === 'id' && !style.plain
  const header = marked ? numberHeader(style.language, style.mark) : exportedColumns[id][style.language]
  if (id === 'createdAt' || id === 'updatedAt') {
    const at = id === 'createdAt' ? sql`profile.created_at` : sql`profile.updated_at`
    return { header, type: 'instant', cell: instantText(at, style) }
  }
  if (id === 'id') return { header, type: 'text', cell: sql`profile.id` }
  if (id === 'lineReach') return { header, type: 'text', cell: oneOf(reach, style.language, reaches) }
  return { header, type: 'text', cell: guardedText(nameCell(id === 'labels' ? 'general' : 'advanced')) }
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

function cellOfField(field: Field, style: CellStyle): Pick<SelectedColumn, 'type' | 'cell'> {
  const value = valueText(field)
  // A phone is a plus sign and digits, which are no formula, and the column of a day holds nothing else.
  if (field.kind === 'phone') return { type: 'text', cell: style.plain ? plainPhone(value) : value }
  if (field.column && field.data_type === 'Date') return { type: types[field.data_type], cell: value }
  if (field.kind === 'gender') return { type: 'text', cell: genderCell(value, style) }
  const type = types[field.data_type]
  return { type, cell: cellOf(value, type, style) }
}

/** A constant for a closed field. For readers who may reveal it, SQL for `masked` (customers/profiles/masking.ts). */
function maskedCell(field: Field, closed: ReadonlySet<number>): Pick<SelectedColumn, 'type' | 'cell'> {
  const value = valueText(field)
  if (closed.has(field.id)) return { type: 'text', cell: sql`${sql.lit(HIDDEN)}` }
  if (field.kind !== 'citizen_id')
    return { type: 'text', cell: sql`case when ${value} is not null then ${sql.lit(HIDDEN)} end` }
  return { type: 'text', cell: sql`'•-••••-•••••-' || substr(right(${value}, 3), 1, 2) || '-' || right(${value}, 1)` }
}
