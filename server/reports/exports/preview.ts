import type { exports } from '@ruam/contract/reports/exports.ts'
import { type RawBuilder, sql } from 'kysely'
import { exportPrefixOf, timeZoneOf } from '../../access/stores/queries.ts'
import { allExist, targetIds } from '../../customers/bulk/targets.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { isFree } from '../../customers/fields/live.ts'
import { closedTo } from '../../customers/profiles/closed.ts'
import { readFilter } from '../../customers/profiles/list-conditions.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import { withinTime } from '../../database/within-time.ts'
import { zonedHeader } from '../../formats/files/zoned-header.ts'
import type { Context } from '../../http/handler.ts'
import { emptyColumns, withAddress } from './empty-columns.ts'
import { labelNames, labelNamesOf } from './label-names.ts'
import { profileColumnIds, profileColumns, sensitiveFields } from './profile-columns.ts'
import { orderOfFile } from './read-request.ts'

const ROWS = 5
const MAX_COUNTED = 10_000
/** Milliseconds for what the whole selection is read for. The file finds it out anyway. */
const PATIENCE_MS = 1500

type Asking = Pick<Context<typeof exports.preview>, 'db' | 'storeId' | 'user' | 'body' | 'language' | 'fail'>

/** Returns the first rows of a file as they will be, sensitive values masked, and what the file leaves out. */
export async function previewExport(asking: Asking) {
  const { db, storeId, user, body, language, fail } = asking
  const { filter = {}, profile_ids, purpose, columns: asked, with_empty = false } = body
  if (body.filter && profile_ids) throw fail('invalid_input', { fields: ['body.profile_ids'] })
  if (body.filter) await readFilter(db, storeId, user.rights, body.filter, 'body.filter')
  if (profile_ids && !(await allExist(db, storeId, profile_ids))) throw fail('not_found')
  const order = body.order && (await orderOfFile(asking, body.order))
  if (body.order && !order) throw fail('invalid_input', { fields: ['body.order.sort_by'] })
  const fields = await fieldsOf(db, storeId, language)
  const possible = profileColumnIds(fields, purpose)
  if (asked?.some((id) => !possible.includes(id))) throw fail('invalid_input', { fields: ['body.columns'] })
  const style = {
    ...{ format: 'csv' as const, language, plain: purpose !== 'back', maskAll: true },
    timeZone: await timeZoneOf(db, storeId),
    mark: await exportPrefixOf(db, storeId),
  }
  const wish = { purpose, ...(asked && { columns: asked }), ...(body.sensitive && { sensitive: true as const }) }
  const all = profileColumns(fields, wish, user.rights, style)
  const target = profile_ids ? { ids: profile_ids } : { filter }
  const ids = await targetIds(db, storeId, target)
  const meant = sql`profile.id in (${ids})`
  const drops = purpose === 'excel' && !with_empty && !asked
  const empty = drops ? await withinTime(db, PATIENCE_MS, () => emptyColumns(db, storeId, all.told, meant)) : []
  const letters = purpose === 'letters' && !with_empty
  const kept = all.columns.map((_, place) => empty?.[place] !== true)
  const columns = all.columns.filter((_, place) => kept[place])
  const these = letters ? sql`${meant} and ${withAddress}` : meant
  const { segments } = await closedTo(db, storeId, user.rights)
  const first = (by?: RawBuilder<unknown>) => firstRows(db, storeId, columns, all.labels ? segments : null, these, by)
  const rows = (order && (await withinTime(db, PATIENCE_MS, () => first(order)))) ?? (await first())
  const shown = (header: string, type: string) => (type === 'instant' ? zonedHeader(header, style.timeZone) : header)
  const said = (found: ReturnType<typeof profileColumns>) =>
    found.columns.map(({ header, type }, place) => ({
      id: found.ids[place]!,
      header: shown(header, type),
      sensitive: found.fields[place]?.sensitive === true,
    }))
  const every = profileColumns(fields, { ...wish, columns: possible }, user.rights, style)
  return {
    columns: said(all).filter((_, place) => kept[place]),
    rows,
    choices: said(every),
    empty: empty && all.columns.flatMap(({ header }, place) => (kept[place] ? [] : header)),
    left_out: letters ? await withinTime(db, PATIENCE_MS, () => withoutAddress(db, storeId, meant)) : 0,
    sensitive_fields: maySeeSensitive(user.rights) ? sensitiveFields(fields, wish).map((one) => one.display_name) : [],
  }
}

async function firstRows(
  db: Db,
  storeId: number,
  columns: readonly { cell: RawBuilder<unknown> }[],
  closed: ReadonlySet<number> | null,
  these: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql`profile.id`,
): Promise<(string | null)[][]> {
  const first = sql`select profile.id from profile where profile.store_id = ${storeId} and ${these}
    and ${isFree('profile')} order by ${order} limit ${ROWS}`
  const names =
    closed && labelNamesOf(storeId, await labelNames(db, storeId, closed), sql`l.profile_id in (select id from first)`)
  const cells = columns.map(({ cell }) => sql`(${cell})::text`)
  const { rows } = await sql<{ cells: (string | null)[] }>`
    with first as materialized (${first})${names ? sql`, ${names}` : sql``}
    select array[${sql.join(cells)}] as cells from profile
    where profile.store_id = ${storeId} and profile.id in (select id from first) order by ${order}`.execute(db)
  return rows.map((row) => row.cells)
}

async function withoutAddress(db: Db, storeId: number, these: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ people: number }>`select count(*) as people from (select from profile
    where profile.store_id = ${storeId} and ${these} and not (${withAddress})
      and ${isFree('profile')} limit ${MAX_COUNTED}) found`.execute(db)
  return rows[0]!.people
}
