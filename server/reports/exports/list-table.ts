import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { ExportListType } from '@ruam/contract/reports/exports.ts'
import { type RawBuilder, sql } from 'kysely'
import { whereComposed } from '../../broadcasts/records/kind.ts'
import { closedTo } from '../../customers/profiles/closed.ts'
import { type Db, escapeLike, onConnection } from '../../database/db.ts'
import { type CellStyle, guardedText, instantText } from './cells.ts'
import { copyOut } from './copy-out.ts'
import type { CellType, ExportTable } from './export-file.ts'
import type { ListFile } from './list-file.ts'
import {
  activityFieldList,
  auditList,
  consentList,
  dataSourceList,
  peopleList,
  profileFieldList,
  roleList,
  segmentList,
} from './lists.ts'
import { onlineLogList } from './online-log-list.ts'
import type { ReadTable } from './read-table.ts'
import { recipientList } from './recipient-list.ts'

export const listFiles: Record<ExportListType, ListFile> = {
  segment: segmentList,
  data_source: dataSourceList,
  profile_field: profileFieldList,
  activity_field: activityFieldList,
  people: peopleList,
  role: roleList,
  consent: consentList,
  audit_log: auditList,
  broadcast_recipient: recipientList,
  online_log: onlineLogList,
}

/** One of the lists that are no customers. */
export const listTable: ReadTable = async (client, { storeId, request, rights, style }): Promise<ExportTable> => {
  const list = listFiles[request.type as ExportListType]
  const narrowed = request.narrowed ?? {}
  const { keyword, from, to } = narrowed
  const like = keyword && `%${escapeLike(keyword.toLowerCase())}%`
  const closed = list === recipientList ? await closedBroadcasts(onConnection(client), storeId, rights) : []
  const rows = sql`${list.from(storeId, narrowed, closed)} ${sql.join(
    [
      ...(like && list.words ? [sql`and lower(${list.words}) like ${like}`] : []),
      ...(from ? [sql`and ${list.at} >= ${from}::timestamptz`] : []),
      ...(to ? [sql`and ${list.at} <= ${to}::timestamptz`] : []),
    ],
    sql` `,
  )}`
  const db = onConnection(client)
  const counted = await sql<{ total: number }>`select count(*) as total from ${rows}`.execute(db)
  const cells = list.columns.map(({ type, value }) => cellOf(type, value(request.language), style))
  return {
    sheet: list.title[request.language],
    columns: list.columns.map(({ header, type }) => ({ header: header[request.language], type })),
    total: counted.rows[0]!.total,
    rights: [list.right],
    rows: copyOut(client, sql`select ${sql.join(cells)} from ${rows} order by ${list.order}`, style.format),
  }
}

/** Broadcasts to segments that are closed to a member. */
async function closedBroadcasts(db: Db, storeId: number, rights: Rights): Promise<number[]> {
  const all = await db
    .selectFrom('broadcast')
    .select('id')
    .where('store_id', '=', storeId)
    .where(whereComposed)
    .execute()
  const ids = all.map(({ id }) => id)
  return [...(await closedTo(db, storeId, rights, ids)).broadcasts]
}

function cellOf(type: CellType, value: RawBuilder<unknown>, style: CellStyle): RawBuilder<unknown> {
  if (type === 'instant') return instantText(value, style)
  return type === 'text' ? guardedText(sql`(${value})::text`) : sql`(${value})::text`
}
