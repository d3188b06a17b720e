import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { onConnection } from '../../platform/core/db.ts'
import { inBlocksOfIds } from './copy-out.ts'
import type { ExportTable } from './export-file.ts'
import { lineLinkColumn } from './line-link-column.ts'
import { settlePeople } from './people.ts'
import { profileColumns } from './profile-columns.ts'
import type { ReadTable } from './read-table.ts'

const sheets = { th: 'ลูกค้า', en: 'Customers' } as const

/** Customers, a row each. */
export const profileTable: ReadTable = async (
  client,
  { storeId, job, request, rights, style, secretKey },
): Promise<ExportTable> => {
  const db = onConnection(client)
  const fields = await fieldsOf(db, storeId, request.language)
  const { columns, labels, sensitive } = profileColumns(fields, request.columns, rights, style)
  if (request.line_link) columns.push(await lineLinkColumn(db, { storeId, secretKey }, request.language))
  const people = await settlePeople(db, storeId, job, request)
  return {
    sheet: sheets[request.language],
    columns,
    total: people.total,
    rights: [
      'cdp-core.profile.read',
      ...(request.filter?.deleted ? (['cdp-core.profile.delete'] as const) : []),
      ...(request.line_link ? (['cdp-core.profile.edit'] as const) : []),
      ...(sensitive ? (['cdp-core.profile-sensitive.read'] as const) : []),
    ],
    rows: inBlocksOfIds(client as pg.ClientBase, style.format, {
      ids: people.ids,
      rows(after, last) {
        const within = (id: RawBuilder<unknown>) => sql`${id} > ${after} and ${id} <= ${last}`
        const gone = people.chosen ? sql`true` : sql`profile.deleted_at is null and profile.merged_into is null`
        const names = labels ? sql`left join names on names.profile_id = profile.id` : sql``
        const ofThese = (id: RawBuilder<unknown>) =>
          people.chosen ? sql`${within(id)} and ${people.chosen(id)}` : within(id)
        return sql`${labels ? labelNames(storeId, ofThese(sql`l.profile_id`)) : sql``}
          select ${sql.join(columns.map(({ cell }) => cell))} from profile ${names}
          where profile.store_id = ${storeId} and ${ofThese(sql`profile.id`)} and ${gone} order by profile.id`
      },
    }),
  }
}

/** The names of the labels and segments of these profiles in a row. None has a comma in it. */
function labelNames(storeId: number, these: RawBuilder<unknown>) {
  const named = (type: 'general' | 'advanced') =>
    sql`string_agg(label.name, ', ' order by label.name, label.id) filter (where label.type = ${sql.lit(type)})`
  return sql`with names as materialized (
      select l.profile_id, ${named('general')} as general, ${named('advanced')} as advanced
      from profile_label l join label on label.store_id = l.store_id and label.id = l.label_id
      where l.store_id = ${storeId} and ${these} and l.source <> 'manual_remove' group by l.profile_id)`
}
