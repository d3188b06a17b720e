import type { legalBases, WordingChannel } from '@ruam/contract/customers/consent-wording.ts'
import type { ConsentWay } from '@ruam/contract/customers/consents.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { calledName } from '../../counter/card.ts'
import { isLive } from '../../fields/live.ts'
import { type Standing, standingOfAll } from '../standing.ts'

interface Words {
  text_th: string
  text_en: string
  channels: WordingChannel[]
  legal_basis: (typeof legalBases)[number]
}

export interface WordingRow extends Words {
  version: number
  /** Null: a draft. */
  since: string | null
  until: string | null
  restarts: boolean
  updated_at: string
}

interface CorrectionRow {
  version: number
  text_th: string
  text_en: string
  at: string
  by: string | null
}

const columns = [
  ...(['version', 'text_th', 'text_en', 'channels', 'legal_basis', 'since', 'until', 'restarts'] as const),
  'updated_at',
] as const

/** Wordings of a purpose, the newest first; the draft is the first, if there is one. */
export const wordingsOf = (db: Db, storeId: number, purposeId: number): Promise<WordingRow[]> =>
  db
    .selectFrom('consent_wording')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('purpose_id', '=', purposeId)
    .orderBy('version', 'desc')
    .execute()

/** Corrections of a purpose's wordings, the newest first. */
export async function correctionsOf(db: Db, storeId: number, purposeId: number): Promise<CorrectionRow[]> {
  const { rows } = await sql<CorrectionRow>`
    select c.version, c.text_th, c.text_en, c.at, nullif(btrim(u.first_name || ' ' || u.last_name), '') as by
    from consent_correction c left join users u on u.id = c.corrected_by
    where c.store_id = ${storeId} and c.purpose_id = ${purposeId} order by c.id desc`.execute(db)
  return rows
}

/** Counts live customers by their consent to a purpose. */
export async function countStandings(db: Db, storeId: number, purposeId: number): Promise<Record<Standing, number>> {
  const { joined, standing } = standingOfAll(
    { storeId, purpose: sql`${purposeId}::int` },
    { id: sql`p.id`, birth: sql`p.birth_date` },
  )
  const { rows } = await sql<{ standing: Standing; people: number }>`
    select ${standing} as standing, count(*)::int as people from profile p ${joined}
    where p.store_id = ${storeId} and ${isLive('p')} group by 1`.execute(db)
  const none = { granted: 0, withdrawn: 0, under_age: 0, unknown: 0 }
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.standing, row.people])) }
}

/** Live customers whose newest answer is a yes, by the version that they answered. */
export async function countVersions(db: Db, storeId: number, purposeId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ version: number; people: number }>`
    select n.version, count(*)::int as people from (
      select distinct on (e.profile_id) e.profile_id, e.status, e.version from consent_entry e
      where e.store_id = ${storeId} and e.purpose_id = ${purposeId} order by e.profile_id, e.at desc, e.id desc) n
    join profile p on p.store_id = ${storeId} and p.id = n.profile_id and ${isLive('p')}
    where n.status = 'granted' group by 1`.execute(db)
  return new Map(rows.map(({ version, people }) => [version, people]))
}

/** True if a customer has ever agreed to a version: nothing but its words may change. */
export async function hasGrant(db: Db, storeId: number, purposeId: number, version: number): Promise<boolean> {
  const { rows } = await sql`select from consent_entry
    where store_id = ${storeId} and purpose_id = ${purposeId} and status = 'granted' and version = ${version} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Locks the wording in use until the transaction ends. Undefined for a purpose of another store. */
export const lockWording = (db: Db, storeId: number, purposeId: number) =>
  db
    .selectFrom('consent_wording')
    .select(columns)
    .where('store_id', '=', storeId)
    .where('purpose_id', '=', purposeId)
    .where('since', 'is not', null)
    .where('until', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Versions of wordings in use. */
export async function versionsInUse(
  db: Db,
  storeId: number,
  purposeIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('consent_wording')
    .select(['purpose_id', 'version'])
    .where('store_id', '=', storeId)
    .where('purpose_id', 'in', [...purposeIds, 0])
    .where('since', 'is not', null)
    .where('until', 'is', null)
    .execute()
  return new Map(rows.map(({ purpose_id, version }) => [purpose_id, version]))
}

/** Returns the version in use, which no draft replaces before the transaction ends. */
export async function lockVersion(db: Db, storeId: number, purposeId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('consent_wording')
    .select('version')
    .where('store_id', '=', storeId)
    .where('purpose_id', '=', purposeId)
    .where('since', 'is not', null)
    .where('until', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row?.version
}

/** Saves a draft over the one that was seen; null: as the first. Returns false if there is another one. */
export async function saveDraft(
  db: Db,
  storeId: number,
  { purposeId, seen, words }: { purposeId: number; seen: string | null; words: Words },
): Promise<boolean> {
  const { text_th, text_en, channels, legal_basis } = words
  const saved = seen
    ? sql`update consent_wording set text_th = ${text_th}, text_en = ${text_en}, channels = ${channels}::text[],
        legal_basis = ${legal_basis}, updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
      where store_id = ${storeId} and purpose_id = ${purposeId} and since is null and updated_at = ${seen}::timestamptz
      returning version`
    : sql`insert into consent_wording (store_id, purpose_id, version, text_th, text_en, channels, legal_basis)
      select ${storeId}, ${purposeId}, max(w.version) + 1, ${text_th}, ${text_en}, ${channels}::text[], ${legal_basis}
      from consent_wording w where w.store_id = ${storeId} and w.purpose_id = ${purposeId} having max(w.version) is not null
      on conflict do nothing returning version`
  const { rows } = await saved.execute(db)
  return rows.length > 0
}

export async function deleteDraft(db: Db, storeId: number, purposeId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('consent_wording')
    .where('store_id', '=', storeId)
    .where('purpose_id', '=', purposeId)
    .where('since', 'is', null)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

interface Start {
  purposeId: number
  userId: number
  used: WordingRow
  draft: WordingRow
}

/** Replaces the words of the version in use by those of the draft, and keeps the former ones. */
export async function correctWording(
  db: Db,
  storeId: number,
  { purposeId, userId, used, draft }: Start,
): Promise<void> {
  await deleteDraft(db, storeId, purposeId)
  await sql`
    with former as (
      insert into consent_correction (store_id, purpose_id, version, text_th, text_en, corrected_by)
      values (${storeId}, ${purposeId}, ${used.version}, ${used.text_th}, ${used.text_en}, ${userId}))
    update consent_wording set text_th = ${draft.text_th}, text_en = ${draft.text_en}, channels = ${draft.channels}::text[],
      legal_basis = ${draft.legal_basis}, updated_at = clock_timestamp()
    where store_id = ${storeId} and purpose_id = ${purposeId} and version = ${used.version}`.execute(db)
}

/** Puts the draft into use in place of the version before. */
export async function startVersion(
  db: Db,
  storeId: number,
  { purposeId, userId, used, draft }: Start,
  restarts: boolean,
): Promise<void> {
  await sql`update consent_wording set until = clock_timestamp()
    where store_id = ${storeId} and purpose_id = ${purposeId} and version = ${used.version}`.execute(db)
  await sql`update consent_wording set since = clock_timestamp(), restarts = ${restarts}, started_by = ${userId},
      updated_at = clock_timestamp()
    where store_id = ${storeId} and purpose_id = ${purposeId} and version = ${draft.version}`.execute(db)
}

interface GrantRow {
  profile: { id: number; name: string }
  version: number
  at: string
  guardian: boolean
  way: ConsentWay
  note: string | null
  source: 'user' | 'run' | 'api_key' | 'line' | 'facebook'
  source_id: number | null
  run: number | null
}

/** A page of grants of live customers with their evidence, the newest first, and how many there are. */
export async function grantsPage(
  db: Db,
  storeId: number,
  purposeId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: GrantRow[]; total: number }> {
  const grants = sql`from consent_entry e
    join profile p on p.store_id = ${storeId} and p.id = e.profile_id and ${isLive('p')}
    where e.store_id = ${storeId} and e.purpose_id = ${purposeId} and e.status = 'granted'`
  const { rows } = await sql<GrantRow>`
    select json_build_object('id', p.id, 'name', ${calledName}) as profile, e.version, e.at, e.guardian, e.note, e.source,
      coalesce(e.evidence ->> 'way', 'before_versions') as way, coalesce(e.created_by, e.credential_id) as source_id,
      e.runs[1] as run
    ${grants} order by e.at desc, e.id desc offset ${offset} limit ${rowsOf(limit)}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${grants}`.execute(db)
  return { rows, total: counted.rows[0]!.total }
}
