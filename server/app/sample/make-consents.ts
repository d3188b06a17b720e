import { sql } from 'kysely'
import { hasEntries, insertEntries } from '../../customers/consents/calls/queries.ts'
import type { Db } from '../../database/db.ts'

/** One in 4 members who want news has a recorded consent; one in 9 of these has withdrawn it. */
const ASKED = 4
const LEFT = 9

/**
 * Records consents of some members: who wants news according to the file consented on the day they signed up, and a few have withdrawn
 * it since. Writes nothing if the store already has consent entries.
 */
export async function makeConsents(
  db: Db,
  storeId: number,
  userId: number,
  purposes: readonly number[],
  { newsletter, since }: { newsletter: number; since: number },
): Promise<void> {
  const [news, analysis] = purposes
  if (news === undefined || analysis === undefined || (await hasEntries(db, storeId))) return
  const { rows } = await sql<{ id: number; at: string; later: string; turn: number }>`
    select id, at::text, (at + (now() - at) * 0.7)::text as later, row_number() over (order by id) as turn
    from (select id, (custom ->> ${String(since)})::date + time '03:00' as at from profile
      where store_id = ${storeId} and id % ${sql.lit(ASKED)} = 0 and deleted_at is null and merged_into is null
        and custom -> ${String(newsletter)} = 'true' and custom ? ${String(since)}) asked
    order by id`.execute(db)
  const said = (purpose_id: number, every: number) =>
    rows
      .filter(({ turn }) => Number(turn) % every === 0)
      .map(({ id, at }) => ({ profile_id: id, purpose_id, operation: 'granted' as const, at }))
  const left = rows
    .filter(({ turn }) => Number(turn) % LEFT === 0)
    .map(({ id, later }) => ({ profile_id: id, purpose_id: news, operation: 'withdrawn' as const, at: later }))
  await insertEntries(db, storeId, userId, [...said(news, 1), ...said(analysis, 2), ...left])
}
