import type { Connector } from '@ruam/contract/open-api/connectors.ts'
import { sql } from 'kysely'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import { canonicalText } from '../../formats/values/thai.ts'

const live = (db: Db, storeId: number) =>
  db
    .selectFrom('connector')
    .innerJoin('data_source', (join) =>
      join
        .onRef('data_source.store_id', '=', 'connector.store_id')
        .onRef('data_source.id', '=', 'connector.data_source_id'),
    )
    .leftJoin('users', 'users.id', 'data_source.created_by')
    .where('connector.store_id', '=', storeId)
    .where('data_source.deleted_at', 'is', null)

/** Sum of a figure over the ended streams and the open one. */
const figure = (stat: string, column: string) => sql`${sql.lit(stat)},
  coalesce((data_source.stats ->> ${sql.lit(stat)})::int, 0) + coalesce((select sum(r.${sql.ref(column)})::int from run r
    where r.store_id = connector.store_id and r.data_source_id = connector.data_source_id
      and r.kind = 'stream' and r.status = 'processing'), 0)`

const countOf = (column: string) => sql`coalesce(sum(h.${sql.ref(column)})::int, 0)`

const columns = [
  'connector.data_source_id as id',
  'data_source.name',
  'data_source.description',
  'connector.status',
  'connector.problem',
  'connector.problem_at',
  'connector.each_path',
  'connector.fields_capped',
  sql<boolean>`data_source.mapping is not null`.as('mapped'),
  'data_source.version as mapping_version',
  sql<
    Connector['tokens']
  >`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]')
    from connector_token t join credential c on c.store_id = t.store_id and c.id = t.token_id
    where t.store_id = connector.store_id and t.data_source_id = connector.data_source_id)`.as('tokens'),
  sql<Connector['stats']>`json_build_object(${sql.join([
    figure('total', 'total'),
    sql`'pending', 0`,
    figure('success', 'added'),
    figure('update', 'updated'),
    figure('duplicate', 'duplicated'),
    figure('failed', 'failed'),
    figure('held', 'held'),
  ])})`.as('stats'),
  sql<Connector['today']>`(select json_build_object('requests', ${countOf('requests')}, 'items', ${countOf('items')},
      'failed', ${countOf('failed')}, 'refused', ${countOf('refused')}) from connector_hour h
    where h.store_id = connector.store_id and h.data_source_id = connector.data_source_id
      and h.hour >= date_trunc('day', now(), (select time_zone from store where store.store_id = connector.store_id)))`.as(
    'today',
  ),
  sql<number>`(select count(*)::int from dead_letter d
    where d.store_id = connector.store_id and d.data_source_id = connector.data_source_id)`.as('dead_letters'),
  sql<number>`(select count(*)::int from dead_letter d
    where d.store_id = connector.store_id and d.data_source_id = connector.data_source_id and d.sensitive)`.as(
    'sensitive_letters',
  ),
  sql<number>`(select count(*)::int from connector_field f
    where f.store_id = connector.store_id and f.data_source_id = connector.data_source_id and f.changed)`.as(
    'changed_fields',
  ),
  'connector.last_item_at',
  sql<Connector['author']>`case when users.id is not null
    then json_build_object('id', users.id, 'name', btrim(users.first_name || ' ' || users.last_name)) end`.as('author'),
  'data_source.created_at',
  'connector.updated_at',
] as const

interface ConnectorQuery {
  offset: number
  limit: number
  keyword?: string | undefined
  status?: Connector['status'] | undefined
  sort_by: 'created_at' | 'updated_at' | 'name' | 'last_item_at'
  sort_dir: 'asc' | 'desc'
}

const sorts = {
  created_at: sql`data_source.created_at`,
  updated_at: sql`connector.updated_at`,
  name: sql`data_source.name collate "th-x-icu"`,
  last_item_at: sql`connector.last_item_at`,
}

/** Returns a page of connectors. */
export function listConnectors(db: Db, storeId: number, query: ConnectorQuery) {
  const { keyword, status, sort_by, sort_dir } = query
  const rows = live(db, storeId)
    .$if(Boolean(keyword), (some) =>
      some.where(
        sql<boolean>`name_key(data_source.name) like '%' || name_key(${escapeLike(canonicalText(keyword!))}) || '%'`,
      ),
    )
    .$if(status !== undefined, (some) => some.where('connector.status', '=', status!))
  return pageRows(rows, query, (page) =>
    page
      .select(columns)
      .orderBy(sorts[sort_by], (order) => (sort_dir === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast()))
      .orderBy('connector.data_source_id', sort_dir),
  )
}

export const findConnector = (db: Db, storeId: number, id: number) =>
  live(db, storeId).select(columns).where('connector.data_source_id', '=', id).executeTakeFirst()

export type ConnectorRow = NonNullable<Awaited<ReturnType<typeof findConnector>>>

/** What processing needs of a connector, also of a deleted one. */
const working = [
  'connector.status',
  'connector.problem',
  'connector.failing',
  'connector.each_path',
  'connector.examples',
  'connector.facts',
  'data_source.mapping',
  'data_source.version',
] as const

/** Reads a connector as processing needs it. */
export const readConnector = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('connector')
    .innerJoin('data_source', (join) =>
      join
        .onRef('data_source.store_id', '=', 'connector.store_id')
        .onRef('data_source.id', '=', 'connector.data_source_id'),
    )
    .select(working)
    .where('connector.store_id', '=', storeId)
    .where('connector.data_source_id', '=', id)

/** Locks a connector until the transaction ends, so that its fields are noted by one writer at a time. */
export const lockConnector = (db: Db, storeId: number, id: number) =>
  readConnector(db, storeId, id).forUpdate('connector').executeTakeFirst()

export type LockedConnector = NonNullable<Awaited<ReturnType<typeof lockConnector>>>

/** Inserts the connector of a new data source. */
export async function insertConnector(db: Db, storeId: number, id: number): Promise<void> {
  await db.insertInto('connector').values({ store_id: storeId, data_source_id: id, facts: '[]' }).execute()
}

/** Notes an edit of the version that was read, and sets `each`; false if there is a newer version, or none. */
export async function touchConnector(
  db: Db,
  storeId: number,
  id: number,
  seen: string,
  change: { each_path?: string | null } = {},
): Promise<boolean> {
  const touched = await db
    .updateTable('connector')
    .set({ ...change, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('data_source_id')
    .executeTakeFirst()
  return touched !== undefined
}

/** Switches a connector on or off, which also ends its problem. */
export async function switchConnector(
  db: Db,
  storeId: number,
  id: number,
  status: 'active' | 'inactive',
): Promise<void> {
  await db
    .updateTable('connector')
    .set({ status, problem: null, problem_at: null, failing: 0, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', id)
    .execute()
}

/** Deletes a connector with its fields, counts and dead letters. Its data source stays as what its customers came from. */
export async function removeConnector(db: Db, storeId: number, id: number): Promise<void> {
  await db.deleteFrom('dead_letter').where('store_id', '=', storeId).where('data_source_id', '=', id).execute()
  await db.deleteFrom('connector').where('store_id', '=', storeId).where('data_source_id', '=', id).execute()
}

/** Removes the connectors of data sources that were deleted as such. */
export async function removeDeletedConnectors(db: Db, storeId: number): Promise<void> {
  await sql`
    with gone as (
      delete from connector c using data_source d
      where c.store_id = ${storeId} and d.store_id = c.store_id and d.id = c.data_source_id and d.deleted_at is not null
      returning c.data_source_id
    )
    delete from dead_letter l using gone where l.store_id = ${storeId} and l.data_source_id = gone.data_source_id`.execute(
    db,
  )
}

/** Names the tokens that may send to a connector, replaced as a whole. */
export async function linkConnectorTokens(
  db: Db,
  storeId: number,
  id: number,
  tokens: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('connector_token')
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', id)
    .where('token_id', '<>', sql<number>`all(${tokens}::int[])`)
    .execute()
  if (tokens.length > 0)
    await sql`insert into connector_token (store_id, data_source_id, token_id)
      select ${storeId}::int, ${id}::int, token from unnest(${tokens}::int[]) token order by token
      on conflict do nothing`.execute(db)
}

/** Returns whether a connector names a token. */
export async function namesToken(db: Db, storeId: number, id: number, token: number): Promise<boolean> {
  const { rows } = await sql`select from connector_token
    where store_id = ${storeId} and data_source_id = ${id} and token_id = ${token}`.execute(db)
  return rows.length > 0
}

/** Saves the examples of a connector and the facts of its fields. */
export async function saveExamples(
  db: Db,
  storeId: number,
  id: number,
  saved: { examples: string; facts: string },
): Promise<void> {
  await db
    .updateTable('connector')
    .set(saved)
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', id)
    .execute()
}

/** Notes that a mapping was saved with these facts: the problem ends, and fields of now are known ones. */
export async function noteMapped(db: Db, storeId: number, id: number, facts: string): Promise<void> {
  await db
    .updateTable('connector')
    .set({
      facts,
      mapped_at: sql<string>`clock_timestamp()`,
      failing: 0,
      status: sql`case status when 'error' then 'active' else status end`,
      problem: null,
      problem_at: null,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', id)
    .execute()
  await db
    .updateTable('connector_field')
    .set({ changed: false })
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', id)
    .where('changed', '=', true)
    .execute()
}
