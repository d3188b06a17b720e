import { COUNT_CAP } from '@ruam/contract/platform/constants.ts'
import { type RawBuilder, sql } from 'kysely'
import { timeOfRequestId } from '../../core/trace.ts'
import { readableFields } from '../../customers/fields/access.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { readTyped } from '../../customers/profiles/read-edits.ts'
import { type Db, escapeLike } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { sourceOfCredential } from '../../ingest/items/references.ts'
import { lineageOf } from '../keys/credentials.ts'

export interface RequestRow {
  id: number
  at: string
  call: string
  status: number
  error: string | null
  items: number | null
  failed: number | null
  duration_ms: number
  request_id: string
  address: string
  body_bytes: number
  receipt_id: number | null
}

const columns = sql.raw(
  'l.id, l.at, l.call, l.status, l.error, l.items, l.failed, l.duration_ms, l.request_id, l.address, l.receipt_id, case when l.body is null then 0 else l.body_bytes end as body_bytes',
)

interface RequestQuery {
  offset: number
  limit: number
  keyword?: string | undefined
  outcome?: 'ok' | 'failed' | 'refused' | undefined
  run_id?: string | undefined
  row_no?: number | undefined
}

/** Latest requests of a program among which the end of a request id is looked for. */
const LATEST = 100_000
/** Milliseconds between the beginning and the end of a request, and between the clocks of servers, at most. */
const LONGEST_MS = 3_600_000
/** Letters of a request id that a list shows. */
const SHOWN_END = 6

const outcomes = {
  ok: sql`l.status < 400 and coalesce(l.failed, 0) = 0`,
  failed: sql`l.status < 400 and l.failed > 0`,
  refused: sql`l.status >= 400`,
}

interface Searcher {
  db: Db
  storeId: number
  user: Pick<Caller, 'rights'>
}

/** Returns a page of the requests of a program, the newest first. */
export async function listRequests(searcher: Searcher, credential: number, query: RequestQuery) {
  const { db, storeId } = searcher
  const { keyword, outcome, run_id, row_no } = query
  const meant = sql.join(
    [
      sql`l.store_id = ${storeId} and l.credential_id = ${credential}`,
      ...(outcome ? [outcomes[outcome]] : []),
      ...(keyword ? [await foundBy(searcher, credential, keyword)] : []),
      ...(run_id !== undefined && row_no !== undefined
        ? [
            sql`l.receipt_id = any(array(select r.id from receipt r join run on run.store_id = r.store_id and run.id = r.run
              where r.store_id = ${storeId} and run.run_id = ${run_id} and ${row_no}::bigint between r.first_row and r.last_row))`,
          ]
        : []),
    ],
    sql` and `,
  )
  const { rows } = await sql<RequestRow>`
    select ${columns} from program_request l where ${meant} order by l.at desc, l.id desc
    offset ${query.offset} limit ${query.limit}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select from program_request l where ${meant} limit ${COUNT_CAP + 1}) l`.execute(
    db,
  )
  return { rows, total: counted.rows[0]!.total }
}

/** Condition of a search: a request id or its end, a customer, or a bill number that the program gave. */
async function foundBy(
  { db, storeId, user }: Searcher,
  credential: number,
  keyword: string,
): Promise<RawBuilder<unknown>> {
  const people = await peopleOf({ db, storeId, user }, keyword)
  const source = sourceOfCredential(await lineageOf(db, storeId, credential))
  // Each part by an index of its own.
  const rows = sql`
    select run, record_no as row from run_record where store_id = ${storeId} and profile_id = any(${people}::bigint[])
      and (changes is not null or matched_by is not null and changes is null)
    union select origin_run, origin_row from profile where store_id = ${storeId} and id = any(${people}::bigint[])
    union select run_id, row_no from activity where store_id = ${storeId} and profile_id = any(${people}::bigint[])
    union select run_id, row_no from activity where store_id = ${storeId} and source = ${source} and reference = ${keyword}`
  const log = sql`from program_request where store_id = ${storeId}`
  return sql`l.id = any(array(
    select id ${log} and profile_id = any(${people}::bigint[])
    union select id ${log} and receipt_id = any(array(select r.id from (${rows}) x join receipt r on r.store_id = ${storeId}
      and r.run = x.run and x.row between r.first_row and r.last_row))
    union ${withRequestId(sql`${log} and credential_id = ${credential}`, keyword)}))`
}

/** Requests with an id, by the time in it. Those with the end of an id, which a list shows, are looked for among the latest. */
function withRequestId(log: RawBuilder<unknown>, keyword: string): RawBuilder<unknown> {
  const time = timeOfRequestId(keyword)
  if (time !== undefined)
    return sql`select id ${log} and at between ${new Date(time - LONGEST_MS)} and ${new Date(time + LONGEST_MS)}
      and request_id = ${keyword}`
  const end = keyword.replace('…', '')
  // A shorter one may be a customer's number.
  return sql`select id from (select id, request_id ${log} order by at desc, id desc limit ${LATEST}) latest
    where ${end.length >= SHOWN_END} and request_id like ${`%${escapeLike(end)}`}`
}

/** Customers with a number, phone, e-mail or LINE id, of fields that the searcher may read. */
async function peopleOf({ db, storeId, user }: Searcher, keyword: string): Promise<number[]> {
  const fields = readableFields({ kind: 'person', rights: user.rights }, await fieldsOf(db, storeId, 'en'))
  const asked = fields.flatMap((field) => {
    if (field.column !== 'phone' && field.column !== 'email' && field.column !== 'line_user_id') return []
    const read = readTyped({ ...field, times: 'never' }, keyword, 'UTC')
    return 'failure' in read || read.value === null
      ? []
      : [
          sql`select id from profile
      where store_id = ${storeId} and ${sql.ref(field.column)} = ${String(read.value)} and deleted_at is null`,
        ]
  })
  if (/^[1-9]\d{0,14}$/.test(keyword) && fields.length > 0) asked.push(sql`select ${keyword}::bigint as id`)
  if (asked.length === 0) return []
  const { rows } = await sql<{ id: number }>`${sql.join(asked, sql` union `)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** True if the store has this run. */
export async function hasRun(db: Db, storeId: number, runId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from run where store_id = ${storeId} and run_id = ${runId}`.execute(db)
  return rows.length > 0
}

/** Returns one request of a program. */
export async function findRequest(db: Db, storeId: number, credential: number, id: number) {
  const { rows } = await sql<RequestRow & { body: Buffer | null }>`
    select ${columns}, l.body from program_request l
    where l.store_id = ${storeId} and l.credential_id = ${credential} and l.id = ${id}`.execute(db)
  return rows[0]
}

interface OwnQuery {
  outcome: keyof typeof outcomes | undefined
  request_id: string | undefined
  /** Id of the last request of the page before. */
  before: number | undefined
  limit: number
}

/** Returns requests of a program, the newest first, after those of a page. */
export async function requestsBefore(db: Db, storeId: number, credential: number, query: OwnQuery) {
  const { outcome, request_id, before, limit } = query
  const log = sql`from program_request where store_id = ${storeId} and credential_id = ${credential}`
  const meant = [
    sql`l.store_id = ${storeId} and l.credential_id = ${credential}`,
    ...(outcome ? [outcomes[outcome]] : []),
    ...(request_id === undefined ? [] : [sql`l.id = any(array(${withRequestId(log, request_id)}))`]),
    ...(before === undefined
      ? []
      : [
          sql`(l.at, l.id) < ((select at from program_request where store_id = ${storeId} and id = ${before}), ${before})`,
        ]),
  ]
  const { rows } = await sql<RequestRow>`
    select ${columns} from program_request l where ${sql.join(meant, sql` and `)}
    order by l.at desc, l.id desc limit ${limit}`.execute(db)
  return rows
}
