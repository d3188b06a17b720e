import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { closedTo, fieldClosed, isRuleClosed } from '../../customers/profiles/closed.ts'
import { onConnection } from '../../platform/core/db.ts'
import type { SelectedColumn } from './cells.ts'
import { inBlocksOfIds } from './copy-out.ts'
import { emptyColumns, withAddress } from './empty-columns.ts'
import type { ExportTable } from './export-file.ts'
import { lineLinkColumn } from './line-link-column.ts'
import { settlePeople } from './people.ts'
import { profileColumns } from './profile-columns.ts'
import type { ReadTable } from './read-table.ts'
import { tracePeople } from './trace-export.ts'

const noRights = { roles: [], permissions: [] }

const sheets = { th: 'ลูกค้า', en: 'Customers' } as const

/** Customers, a row each. */
export const profileTable: ReadTable = async (client, asked): Promise<ExportTable> => {
  const { storeId, job, request, rights, style, secretKey } = asked
  const db = onConnection(client)
  const fields = await fieldsOf(db, storeId, request.language)
  const found = profileColumns(fields, request, rights, style)
  const { labels, sensitive } = found
  const rule = request.filter?.rule
  // A field may have been closed since the export began.
  if (rule && (await isRuleClosed(db, storeId, rights, rule))) throw fieldClosed()
  const closed = (await closedTo(db, storeId, rights)).segments
  const toOthers = (await closedTo(db, storeId, noRights)).segments
  const needsRight =
    sensitive ||
    (labels && toOthers.size > closed.size) ||
    (rule !== undefined && (await isRuleClosed(db, storeId, noRights, rule)))
  const people = await settlePeople(db, storeId, job, request)
  if (sensitive) await tracePeople(db, asked, found.fields, people.ids(0))
  const columns = await filledColumns(found, (each) =>
    request.purpose === 'excel' && !request.with_empty && !request.columns
      ? emptyColumns(db, storeId, each, people.chosen?.(sql`profile.id`) ?? sql`true`)
      : undefined,
  )
  if (request.line_link) columns.push(await lineLinkColumn(db, { storeId, secretKey }, request.language))
  const reached = request.purpose === 'letters' && !request.with_empty ? withAddress : sql`true`
  return {
    sheet: sheets[request.language],
    columns,
    total: people.total,
    rights: [
      'cdp-core.profile.read',
      ...(request.filter?.deleted ? (['cdp-core.profile.delete'] as const) : []),
      ...(request.line_link ? (['cdp-core.profile.edit'] as const) : []),
      ...(needsRight ? (['cdp-core.profile-sensitive.read'] as const) : []),
    ],
    rows: inBlocksOfIds(client as pg.ClientBase, style.format, {
      ids: people.ids,
      rows(after, last) {
        const within = (id: RawBuilder<unknown>) => sql`${id} > ${after} and ${id} <= ${last}`
        const gone = people.chosen ? sql`true` : sql`profile.deleted_at is null and profile.merged_into is null`
        const names = labels ? sql`left join names on names.profile_id = profile.id` : sql``
        const ofThese = (id: RawBuilder<unknown>) =>
          people.chosen ? sql`${within(id)} and ${people.chosen(id)}` : within(id)
        return sql`${labels ? sql`with ${labelNames(storeId, ofThese(sql`l.profile_id`), closed)}` : sql``}
          select ${sql.join(columns.map(({ cell }) => cell))} from profile ${names}
          where profile.store_id = ${storeId} and ${ofThese(sql`profile.id`)} and ${gone} and ${reached} order by profile.id`
      },
    }),
  }
}

/** Columns without those that are empty in every row. */
async function filledColumns(
  { columns, told }: ReturnType<typeof profileColumns>,
  look: (fields: readonly (Field | undefined)[]) => Promise<boolean[]> | undefined,
): Promise<SelectedColumn[]> {
  const empty = await look(told)
  const filled = columns.filter((_, place) => !empty?.[place])
  return filled.length > 0 ? filled : columns.slice(0, 1)
}

/** The names of the labels and open segments of these profiles in a row, as the query `names`. None has a comma in it. */
export function labelNames(storeId: number, these: RawBuilder<unknown>, closed: ReadonlySet<number>) {
  const named = (type: 'general' | 'advanced') =>
    sql`string_agg(label.name, ', ' order by label.name, label.id) filter (where label.type = ${sql.lit(type)})`
  const such = closed.size === 0 ? sql`` : sql`and l.label_id <> all(${[...closed]}::int[])`
  return sql`names as materialized (
      select l.profile_id, ${named('general')} as general, ${named('advanced')} as advanced
      from profile_label l join label on label.store_id = l.store_id and label.id = l.label_id
      where l.store_id = ${storeId} and ${these} and l.source <> 'manual_remove' ${such} group by l.profile_id)`
}
