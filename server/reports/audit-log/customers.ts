import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { ListedAct } from './queries.ts'

/** Details that hold the id of a customer. */
const words = ['profile_id', 'kept', 'gone'] as const

const idsIn = ({ subject_type, subject_id, details }: ListedAct): number[] => [
  ...(subject_type === 'profile' ? [Number(subject_id)] : []),
  ...words.flatMap((word) => (typeof details[word] === 'number' ? [details[word]] : [])),
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
