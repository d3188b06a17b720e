import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { ListedAct } from './queries.ts'

interface NameThen {
  name: string
  now: string | null
  before: string | null
}

/** Names that the things of these acts had at the time of each act, by act and word. */
export async function namesOfActs(db: Db, storeId: number, acts: readonly ListedAct[]) {
  const { rows } = await sql<NameThen & { id: number; word: string }>`
    select a.id, w.word, n.name, nullif(later.name, n.name) as now,
      case when n.since = a.at then nullif(earlier.name, n.name) end as before
    from audit_log a
      cross join lateral named_by_act(a.user_id, a.subject_type, a.subject_id, a.details)
        with ordinality w (word, subject_type, subject_id, place)
      cross join lateral (select x.name, x.since from audit_name x
        where x.store_id = a.store_id and x.subject_type = w.subject_type and x.subject_id = w.subject_id and x.since <= a.at
        order by x.since desc limit 1) n
      left join lateral (select x.name from audit_name x
        where x.store_id = a.store_id and x.subject_type = w.subject_type and x.subject_id = w.subject_id and x.since > a.at
        order by x.since desc limit 1) later on true
      left join lateral (select x.name from audit_name x
        where x.store_id = a.store_id and x.subject_type = w.subject_type and x.subject_id = w.subject_id and x.since < n.since
        order by x.since desc limit 1) earlier on true
    where a.store_id = ${storeId} and a.id = any(${acts.map(({ id }) => id)}::bigint[])
    order by a.id, w.place`.execute(db)
  const named = new Map<number, Record<string, NameThen[]>>(acts.map(({ id }) => [id, {}]))
  for (const { id, word, ...then } of rows) {
    const own = named.get(id)!
    own[word] = [...(own[word] ?? []), then]
  }
  return named
}

/** Details that hold the id of a customer. */
const customerDetails = ['profile_id', 'kept', 'gone'] as const

const idsIn = ({ subject_type, subject_id, details }: ListedAct): number[] => [
  ...(subject_type === 'profile' ? [Number(subject_id)] : []),
  ...customerDetails.flatMap((word) => (typeof details[word] === 'number' ? [details[word]] : [])),
]

/** Customers of acts by their names today. Erased customers have none. */
export async function customersOfActs(db: Db, storeId: number, acts: readonly ListedAct[]) {
  const ids = [...new Set(acts.flatMap(idsIn))].filter(Number.isSafeInteger)
  const { rows } = await sql<{ id: number; name: string }>`
    select id, btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')) as name from profile
    where store_id = ${storeId} and id = any(${ids}::bigint[])`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (act: ListedAct) =>
    [...new Set(idsIn(act))].flatMap((id) => (names.get(id) ? [{ id, name: names.get(id)! }] : []))
}
