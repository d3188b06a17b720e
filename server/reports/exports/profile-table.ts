import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { closedTo, fieldClosed, isRuleClosed } from '../../customers/profiles/closed.ts'
import { type Db, onConnection } from '../../platform/core/db.ts'
import { inKeyOrder } from '../../platform/core/plans.ts'
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
  const names = labels ? await labelNames(db, storeId, closed) : undefined
  const reached = request.purpose === 'letters' && !request.with_empty ? withAddress : sql`true`
  await inKeyOrder(db)
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
        const these = people.chosen ? people.chosen(sql`profile.id`, within) : sql`true`
        return sql`select ${sql.join(columns.map(({ cell }) => cell))} from profile
          ${names ? sql`left join ${namesJoined(storeId, names, within(sql`l.profile_id`))} on names.profile_id = profile.id` : sql``}
          where profile.store_id = ${storeId} and ${within(sql`profile.id`)} and ${these} and ${gone} and ${reached} order by profile.id`
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

/** Names of labels and open segments by their ids, as JSON. */
interface LabelNames {
  general: string
  advanced: string
}

/** Returns the names of the store's labels and open segments. */
export async function labelNames(db: Db, storeId: number, closed: ReadonlySet<number>): Promise<LabelNames> {
  const { rows } = await sql<LabelNames>`
    select coalesce(jsonb_object_agg(id, name) filter (where type = 'general'), '{}')::text as general,
      coalesce(jsonb_object_agg(id, name) filter (where type = 'advanced'), '{}')::text as advanced
    from label where store_id = ${storeId} and id <> all(${[...closed]}::int[])`.execute(db)
  return rows[0]!
}

/**
 * Returns the derived table `names`: a profile's labels and segments, each in one text. No name has a comma. Ordered by profile, so
 * that it is merged with the profiles. Names are constants, which leaves no join to the planner.
 */
export function namesJoined(storeId: number, { general, advanced }: LabelNames, these: RawBuilder<unknown>) {
  return sql`(
    select profile_id, string_agg(general, ', ' order by general, label_id) as general,
      string_agg(advanced, ', ' order by advanced, label_id) as advanced
    from (select l.profile_id, l.label_id, ${general}::jsonb ->> l.label_id::text as general,
        ${advanced}::jsonb ->> l.label_id::text as advanced
      from profile_label l where l.store_id = ${storeId} and ${these} and l.source <> 'manual_remove'
      order by l.profile_id offset 0) labels
    group by profile_id) names`
}
