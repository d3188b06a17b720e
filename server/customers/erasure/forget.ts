import { sql } from 'kysely'
import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { wantRewrite } from '../../database/rewrite/want.ts'
import { writtenBy } from '../changes/source.ts'
import { forgetKeys } from '../duplicates/key-block-queries.ts'
import { deleteProfiles, removeProfiles } from '../profiles/write.ts'
import { isRecipient } from './queries.ts'

/** Locks profiles in the usual order, the lower id first: waits for running writers, and later ones find no profile. */
async function holdPeople(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await sql`select id from profile where store_id = ${storeId} and id = any(${ids}::bigint[]) order by id for update`.execute(
    db,
  )
}

/** Hides people from every list: from now on no call finds or changes them. */
export async function hide(db: Db, storeId: number, by: Principal | null, ids: readonly number[]): Promise<void> {
  await holdPeople(db, storeId, ids)
  await deleteProfiles(db, storeId, writtenBy(by), ids, 'erased')
}

/** Tables that cascade with the profile, or hold no values. */
const withIt = [
  'profile',
  'profile_change',
  'profile_contact',
  'profile_key',
  'profile_name',
  'profile_restriction',
  'profile_value',
] as const

interface Forgotten {
  ids: readonly number[]
  /** Hashes of their keys. */
  keys: readonly Buffer[]
  /** Hashes under which their taps on menus are counted. */
  tappers: readonly Buffer[]
}

/**
 * Deletes everything about people in the caller's transaction, which has hidden them. Their consents stay under their number, which
 * no longer identifies a person.
 */
export async function forgetPeople(db: Db, storeId: number, { ids, keys, tappers }: Forgotten): Promise<void> {
  const touched = new Set<string>(withIt)
  const note = (table: string, rows: bigint | undefined) => {
    if (rows) touched.add(table)
  }
  const blocks = await sql`delete from dry_run_block where store_id = ${storeId}`.execute(db)
  note('dry_run_block', blocks.numAffectedRows)
  // A preview that has read the people would write them down when its batch ends.
  await sql`update run set status = 'cancel', finished_at = clock_timestamp(), fence = fence + 1
    where store_id = ${storeId} and kind = 'dry' and status = 'processing'`.execute(db)
  const records = await sql`update run_record set profile_id = null, changes = null, matched_by = null,
      error = error || '{"value": ""}'
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(db)
  const conflicts = await sql`update run_record set error = error - 'people' - 'name' || '{"value": ""}'
    where store_id = ${storeId} and status = 'conflict' and exists (
      select from jsonb_array_elements(error -> 'people') p where (p ->> 'id')::bigint = any(${ids}::bigint[]))`.execute(
    db,
  )
  note('run_record', (records.numAffectedRows ?? 0n) + (conflicts.numAffectedRows ?? 0n))
  // Newest values of connectors' fields, which carry no sign of whose they are. The next item brings others.
  const newest = await sql`update connector_field set last_value = null
    where store_id = ${storeId} and last_value is not null`.execute(db)
  note('connector_field', newest.numAffectedRows)
  // With what was said of others who share a key with them.
  const answers = await sql`delete from match_answer where store_id = ${storeId}
    and (profile_id = any(${ids}::bigint[]) or added_id = any(${ids}::bigint[]) or key_hash = any(${keys}::bytea[]))`.execute(
    db,
  )
  note('match_answer', answers.numAffectedRows)
  // Before the identities, by which friends and stops belong to people. The ledger keeps the refusal.
  const stops = await sql`delete from line_stop where store_id = ${storeId} and user_id = any(array(
    select value from identity where store_id = ${storeId} and kind = 'line' and profile_id = any(${ids}::bigint[])))`.execute(
    db,
  )
  note('line_stop', stops.numAffectedRows)
  // The totals of a broadcast stay.
  const sent = await sql`update broadcast_recipient r set profile_id = null, external_id = null
    where r.store_id = ${storeId} and ${isRecipient(storeId, ids)}`.execute(db)
  note('broadcast_recipient', sent.numAffectedRows)
  for (const [table, gone] of await forgetEvents(db, storeId, ids)) note(table, gone)
  const taps =
    await sql`delete from rich_menu_tap where store_id = ${storeId} and visitor = any(${tappers}::bytea[])`.execute(db)
  note('rich_menu_tap', taps.numAffectedRows)
  const requests = await sql`update program_request set profile_id = null, body = null
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(db)
  note('program_request', requests.numAffectedRows)
  const lines = await sql`delete from purchase_line l using activity a where a.store_id = ${storeId}
    and a.profile_id = any(${ids}::bigint[]) and l.store_id = a.store_id and l.activity_id = a.id`.execute(db)
  note('purchase_line', lines.numAffectedRows)
  for (const table of [
    'imported_row',
    'identity',
    'activity',
    'retention_row',
    'replaced_activity',
    'run_profile',
    'job_profile',
    'erasure_mention',
    // The totals of its links stay.
    'broadcast_person_click',
    'automation_act',
    'automation_run',
  ] as const) {
    const gone = db.deleteFrom(table).where('store_id', '=', storeId).where('profile_id', 'in', ids)
    note(table, (await gone.executeTakeFirst()).numDeletedRows)
  }
  note('privacy_request', await forgetRequests(db, storeId, ids))
  await removeProfiles(db, storeId, ids)
  // Only now: once the profile is gone, no call can add to its ledger.
  const ledger = await db
    .updateTable('consent_entry')
    .set({ note: null, external_id: null })
    .where('store_id', '=', storeId)
    .where('profile_id', 'in', ids)
    .where((by) => by.or([by('note', 'is not', null), by('external_id', 'is not', null)]))
    .executeTakeFirst()
  note('consent_entry', ledger.numUpdatedRows)
  note('profile_duplicate_block', await forgetKeys(db, storeId, ids))
  await wantRewrite(db, [...touched].sort())
}

/**
 * Empties all words of these people's requests, which stay as counts and dates. Ends the open ones, unless they name another profile that
 * stays.
 */
async function forgetRequests(db: Db, storeId: number, ids: readonly number[]): Promise<bigint | undefined> {
  const gone = await sql`
    update privacy_request r set place = '', words = '', decision_reason = '', answer_text = '', extension_reason = '',
      outcome = case when stays then outcome else coalesce(outcome, 'erased') end,
      closed_at = case when stays then closed_at else coalesce(closed_at, clock_timestamp()) end
    from (select request_id, bool_or(profile_id <> all(${ids}::bigint[])) as stays from privacy_request_profile
      where store_id = ${storeId} group by request_id having bool_or(profile_id = any(${ids}::bigint[]))) about
    where r.store_id = ${storeId} and r.id = about.request_id`.execute(db)
  return gone.numAffectedRows
}

/**
 * Deletes what messaging channels know of people: friends, their menus, payloads and waiting events. Entries of the log stay as counts, without
 * users' ids and words. Returns the tables that lost something.
 */
async function forgetEvents(
  db: Db,
  storeId: number,
  ids: readonly number[],
): Promise<readonly (readonly [table: string, rows: bigint | undefined])[]> {
  const menus = await sql`delete from rich_menu_friend where store_id = ${storeId}
    and (profile_id = any(${ids}::bigint[]) or external_id = any(array(
      select external_id from channel_friend where store_id = ${storeId} and profile_id = any(${ids}::bigint[]))))`.execute(
    db,
  )
  const friends =
    await sql`delete from channel_friend where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(db)
  // Rows that LINE's list brought in the same moment, before a customer held them.
  await sql`delete from channel_friend where store_id = ${storeId} and channel_type <> 'facebook' and profile_id is null
    and external_id = any(array(
      select value from identity where store_id = ${storeId} and kind = 'line' and profile_id = any(${ids}::bigint[])))`.execute(
    db,
  )
  const entries = sql`(select id from online_log where store_id = ${storeId} and profile_id = any(${ids}::bigint[]))`
  // Before the identities, by which chats belong to people.
  const chats = await sql`delete from answer_chat where store_id = ${storeId} and external_id = any(array(
    select value from identity where store_id = ${storeId} and kind = 'line' and profile_id = any(${ids}::bigint[])))`.execute(
    db,
  )
  const waiting = await sql`delete from inbox where store_id = ${storeId} and log_id = any(array${entries})`.execute(db)
  const payloads =
    await sql`delete from online_log_payload where store_id = ${storeId} and log_id = any(array${entries})`.execute(db)
  const logged = await sql`
    update online_log set profile_id = null, user_id = null, summary = null
    where store_id = ${storeId} and profile_id = any(${ids}::bigint[])`.execute(db)
  return [
    ['rich_menu_friend', menus.numAffectedRows],
    ['channel_friend', friends.numAffectedRows],
    ['answer_chat', chats.numAffectedRows],
    ['inbox', waiting.numAffectedRows],
    ['online_log_payload', payloads.numAffectedRows],
    ['online_log', logged.numAffectedRows],
  ]
}
