import type { Letter, LetterOfIncident } from '@ruam/contract/privacy/letters.ts'
import { type Selectable, type SqlBool, sql, type UpdateObject } from 'kysely'
import { peopleOfIncident } from '../../broadcasts/records/letters.ts'
import type { BroadcastRow } from '../../broadcasts/records/queries.ts'
import { authorsNamed } from '../../customers/history/source-names.ts'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { Tables } from '../../database/tables.ts'

export type LetterRow = Selectable<Tables['incident_letter']>

/** Letters of an incident, the newest first. */
const lettersOf = (db: Db, storeId: number, incidentId: number) =>
  db
    .selectFrom('incident_letter')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('incident_id', '=', incidentId)
    .orderBy('number', 'desc')

/** Locks the newest letter of an incident. */
export const lockLetter = (db: Db, storeId: number, incidentId: number): Promise<LetterRow | undefined> =>
  lettersOf(db, storeId, incidentId).limit(1).forUpdate().executeTakeFirst()

/** Changes a letter that is still in a state. Returns false if it is not. */
export async function changeLetter(
  db: Db,
  { store_id, incident_id, number, status }: LetterRow,
  changes: UpdateObject<Tables, 'incident_letter'>,
): Promise<boolean> {
  const changed = await db
    .updateTable('incident_letter')
    .set({ ...changes, updated_at: risenUpdatedAt })
    .where('store_id', '=', store_id)
    .where('incident_id', '=', incident_id)
    .where('number', '=', number)
    .where('status', '=', status)
    .returning('number')
    .executeTakeFirst()
  return changed !== undefined
}

type Sending = Pick<BroadcastRow, 'status' | 'sub_status' | 'reason'> & Letter['counts'] & { number: number }

/** Broadcasts of the letters of an incident. */
async function sendingOf(db: Db, storeId: number, incidentId: number): Promise<Sending[]> {
  const { rows } = await sql<Sending>`
    select incident_letter as number, status, sub_status, reason, queued, accepted, failed, skipped, unknown
    from broadcast where store_id = ${storeId} and incident_id = ${incidentId} order by id`.execute(db)
  return rows
}

/** A letter is paused if an account is, and sent once all accounts have ended. */
function stateOf(status: LetterRow['status'], sending: readonly Sending[]): Pick<Letter, 'state' | 'reason'> {
  if (status !== 'approved') return { state: status, reason: null }
  const pending = sending.filter((one) => one.status === 'pending')
  const paused = pending.find(({ sub_status, reason }) => sub_status === 'paused' && reason !== 'rate')
  if (paused) return { state: 'paused', reason: paused.reason }
  if (pending.length > 0) return { state: 'sending', reason: null }
  return { state: sending.some(({ sub_status }) => sub_status === 'canceled') ? 'stopped' : 'sent', reason: null }
}

/** Returns the state of a letter. */
export async function letterState(db: Db, { store_id, incident_id, number, status }: LetterRow) {
  const sending = await sendingOf(db, store_id, incident_id)
  return stateOf(
    status,
    sending.filter((one) => one.number === number),
  ).state
}

const sum = (rows: readonly Sending[], of: keyof Letter['counts']) => rows.reduce((total, row) => total + row[of], 0)

/** Returns the letters of an incident as a reader sees them. */
export async function viewLetters(
  db: Db,
  storeId: number,
  readerId: number,
  incidentId: number,
): Promise<LetterOfIncident> {
  const rows = await lettersOf(db, storeId, incidentId).execute()
  const sending = await sendingOf(db, storeId, incidentId)
  const ids = rows.flatMap(({ author_ids, submitted_by, approved_by }) => [...author_ids, submitted_by, approved_by])
  const named = await authorsNamed(db, [...new Set(ids.filter((id) => id !== null))])
  const names = new Map(named.map(({ user_id: id, name }) => [id, { id, name }]))
  const act = (at: string | null, by: number | null) =>
    at === null ? null : { at, by: (by !== null && names.get(by)) || null }
  const letters = rows.map((row): Letter => {
    const own = sending.filter(({ number }) => number === row.number)
    return {
      ...{ number: row.number, text_th: row.text_th, text_en: row.text_en, ...stateOf(row.status, own) },
      authors: row.author_ids.flatMap((id) => names.get(id) ?? []),
      submitted: act(row.submitted_at, row.submitted_by),
      approved: act(row.approved_at, row.approved_by),
      counts: {
        ...{ queued: sum(own, 'queued'), accepted: sum(own, 'accepted'), failed: sum(own, 'failed') },
        ...{ skipped: sum(own, 'skipped'), unknown: sum(own, 'unknown') },
      },
      may_approve: row.status === 'awaiting' && !row.author_ids.includes(readerId),
      updated_at: row.updated_at,
    }
  })
  const [letter = null, ...earlier] = letters
  return { letter, earlier, reach: await countReach(db, storeId, incidentId) }
}

const isReached = sql<SqlBool>`(i.status = 'friend' and i.is_active) is true`

async function countReach(db: Db, storeId: number, incidentId: number): Promise<LetterOfIncident['reach']> {
  const has = (column: 'email' | 'phone', field: number) => sql<SqlBool>`(p.${sql.ref(column)} is not null or exists (
    select from profile_contact c where c.store_id = ${storeId} and c.profile_id = i.profile_id and c.field_id = ${sql.lit(field)}))`
  const { rows } = await sql<LetterOfIncident['reach']>`
    select count(*)::int as total, (count(*) filter (where way = 'line'))::int as line,
      (count(*) filter (where way = 'email'))::int as email, (count(*) filter (where way = 'phone'))::int as phone,
      (count(*) filter (where way = 'none'))::int as none, (count(*) filter (where way = 'erased'))::int as erased,
      (count(*) filter (where status = 'blocked'))::int as blocked,
      (count(*) filter (where status = 'friend' and not is_active))::int as account
    from (select i.status, i.is_active, case when i.erased then 'erased' when ${isReached} then 'line'
        when ${has('email', 11)} then 'email' when ${has('phone', 9)} then 'phone' else 'none' end as way
      from (${peopleOfIncident(storeId, incidentId)}) i
      left join profile p on p.store_id = ${storeId} and p.id = i.profile_id) counted`.execute(db)
  return rows[0]!
}

/** Counts the people that each account reaches. */
export async function reachedByAccount(db: Db, storeId: number, incidentId: number) {
  const { rows } = await sql<{ channel_id: number; people: number }>`
    select i.channel_id, count(*)::int as people from (${peopleOfIncident(storeId, incidentId)}) i
    where ${isReached} group by 1 order by 1`.execute(db)
  return rows
}
