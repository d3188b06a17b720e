import { activityDate, type DataType } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { type ActivityFieldInfo, activityTypeOf } from '../../customers/fields/activity-types.ts'
import { computedOfActivity } from '../../customers/fields/computed.ts'
import { isFree } from '../../customers/fields/live.ts'
import { onConnection } from '../../database/db.ts'
import { numberHeader } from '../../formats/files/exported-columns.ts'
import { type CellStyle, cellOf, instantText, type SelectedColumn } from './cells.ts'
import { inBlocksOfIds } from './copy-out.ts'
import type { CellType, ExportTable } from './export-file.ts'
import { settlePeople } from './people.ts'
import type { ReadTable } from './read-table.ts'

/** The activities of one type, a row each, with the number of the customer. */
export const activityTable: ReadTable = async (client, { storeId, job, request, style }): Promise<ExportTable> => {
  const db = onConnection(client)
  const type = await activityTypeOf(db, storeId, request.activity_id ?? 0, request.language)
  if (!type) throw new ApiError('not_found')
  const people = await settlePeople(db, storeId, job, request)
  const whose = people.chosen
    ? people.chosen(sql`a.profile_id`)
    : sql`exists (select from profile p where p.store_id = a.store_id and p.id = a.profile_id and ${isFree('p')} offset 0)`
  const these = sql`a.store_id = ${storeId} and a.type_id = ${type.id} and ${whose}`
  const { rows } = await sql<{ total: number }>`select count(*) as total from activity a where ${these}`.execute(db)
  const columns = columnsOf(type.fields, request.columns, style)
  return {
    sheet: type.name,
    columns,
    total: rows[0]!.total,
    rights: ['cdp-core.profile.read', ...(request.filter?.deleted ? (['cdp-core.profile.delete'] as const) : [])],
    rows: inBlocksOfIds(client, style.format, {
      ids: (after) => sql`select a.id from activity a where ${these} and a.id > ${after} order by a.id`,
      rows: (after, last) => sql`select ${sql.join(columns.map(({ cell }) => cell))} from activity a
        where ${these} and a.id > ${after} and a.id <= ${last} order by a.id`,
    }),
  }
}

/** Column ids of an activity file: `id`, and `field_{id}`. */
export const activityColumnIds = (fields: readonly Pick<ActivityFieldInfo, 'id'>[]): string[] => [
  'id',
  ...fields.map(({ id }) => `field_${id}`),
]

function columnsOf(
  fields: readonly ActivityFieldInfo[],
  asked: readonly string[] | undefined,
  style: CellStyle,
): SelectedColumn[] {
  const wished = fields.filter(({ id }) => !asked || asked.includes(`field_${id}`))
  const number = {
    header: numberHeader(style.language, style.mark),
    type: 'text' as const,
    cell: sql`a.profile_id::text`,
  }
  const headers = new Set([number.header.toLowerCase()])
  const own = wished.map((field): SelectedColumn => {
    const taken = headers.has(field.display_name.toLowerCase())
    const header = taken ? `${field.display_name} (${field.name})` : field.display_name
    headers.add(header.toLowerCase())
    if (field.id === activityDate.id)
      return { header, type: 'instant', cell: instantText(sql`a.activity_at`, style, true) }
    const type = types[field.data_type]
    return { header, type, cell: cellOf(valueText(field), type, style) }
  })
  return [number, ...own]
}

const types: Record<DataType, CellType> = { String: 'text', Number: 'number', Date: 'day', Boolean: 'boolean' }

const valueText = ({ id, formula }: ActivityFieldInfo): RawBuilder<unknown> =>
  formula ? sql`(${computedOfActivity(formula, 'a')})::text` : sql`(a.fields ->> ${sql.lit(String(id))})`
