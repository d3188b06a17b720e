import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Programs that an answer counts at most. */
const MOST = 200

interface CallerCount {
  id: number
  kind: 'key' | 'token'
  name: string
  requests: number
  refused: number
  last_used_at: string | null
}

/** Counts the requests of each credential in a range, cut at whole hours. */
export async function countCallers(
  db: Db,
  storeId: number,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<CallerCount[]> {
  const { rows } = await sql<CallerCount>`
    select c.id, c.kind, c.name, sum(n.requests)::int as requests, sum(n.refused)::int as refused, c.last_used_at
    from credential_count n join credential c on c.store_id = n.store_id and c.id = n.credential_id
    where n.store_id = ${storeId}
      and n.hour >= coalesce(date_trunc('hour', ${from ?? null}::timestamptz), '-infinity')
      and n.hour <= coalesce(${to ?? null}::timestamptz, 'infinity')
    group by c.id, c.kind, c.name, c.last_used_at
    order by requests desc, c.id limit ${MOST}`.execute(db)
  return rows
}
