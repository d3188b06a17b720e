import type { UndoPreview } from '@ruam/contract/imports/undo.ts'
import { sql } from 'kysely'
import { afterProfilesChanged } from '../../customers/changes/after-profiles-changed.ts'
import { insertHistory } from '../../customers/changes/history.ts'
import { readAgain } from '../../customers/changes/indexed-values.ts'
import { matchKeys } from '../../customers/changes/keys.ts'
import { type LabelMoves, lockLabels } from '../../customers/changes/labels.ts'
import { publishChanged } from '../../customers/changes/publish-change.ts'
import { noteTouched } from '../../customers/changes/touched.ts'
import { isLive } from '../../customers/fields/live.ts'
import { fieldColumns } from '../../customers/fields/sql-types.ts'
import { removeProfiles } from '../../customers/profiles/write.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { takeBackConsents } from '../consents/take-back.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { removeLines } from '../orders/undo-lines.ts'
import { touchedProfiles, type UndoScope } from './touched-profiles.ts'
import { countUndoPlan, matchesFieldType, undoPlan } from './undo-plan.ts'

interface UndoWork extends UndoScope {
  run: Pick<RunRow, 'id' | 'kind' | 'started_at' | 'finished_at' | 'mapping' | 'row_labels'>
  /** The job that takes it back, and its person. */
  job: number
  userId: number | null
  /** Other runs came after this one. */
  later: boolean
}

/** Takes back what a run did to the profiles whose first row in it is one of these, in the caller's transaction, and counts it. */
export async function undoBlock(db: Db, work: UndoWork, from: number, to: number): Promise<UndoPreview> {
  await byIndexes(db)
  const ids = await lockProfiles(db, work, from, to)
  const answers = await takeBackConsents(db, work.storeId, work.run.id, from, to)
  const { removed, staying } = await settleFates(db, work, ids)
  const owners = [...ids, ...(await mergedIntoOf(db, work, staying))]
  const restored = await restoreActivities(db, work, owners)
  const activities_removed = await removeActivities(db, work, owners)
  const live = removed.filter((row) => row.live).map(({ id }) => id)
  await lockLabels(db, work.storeId, undoLabelsOf(work.run), live)
  const { labels_removed, moves } = await removeLabels(db, work, owners)
  await recordUndo(db, work)
  if (work.later) await correctLaterRuns(db, work, staying)
  const { rows } = await sql<Omit<UndoPreview, 'labels_removed' | 'activities_removed'>>`
    select ${countUndoPlan} from pg_temp.undo_fate`.execute(db)
  await removeContacts(db, work, staying)
  await removeFurtherNames(db, work, from, to)
  const written = await putValues(db, work, staying)
  const judged = { ids: [...new Set([...staying, ...restored, ...answers])], reads: 'all' } as const
  await afterProfilesChanged(db, work.storeId, 'import', { undone: live, written, labels: moves, judged })
  await publishChanged(db, work.storeId, work.userId, [...live, ...judged.ids])
  const gone = removed.map(({ id }) => id)
  await removeImportedRows(db, work, gone, from, to)
  await removeNotes(db, work.storeId, gone)
  await removeProfiles(db, work.storeId, gone)
  return { ...rows[0]!, labels_removed, activities_removed }
}

/** Locks profiles: a label, activity or consent added from here on would be deleted with its profile, or have none. */
async function lockProfiles(db: Db, work: UndoWork, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from profile
    where store_id = ${work.storeId} and id = any(array(select id from ${touchedProfiles(work, from, to)} touched))
    order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

interface Settled {
  removed: { id: number; live: boolean }[]
  /** Ids of all others. */
  staying: number[]
}

async function settleFates(db: Db, work: UndoWork, ids: readonly number[]): Promise<Settled> {
  await sql`create temp table undo_fate (
    id bigint, made boolean, live boolean, updated_at timestamptz, sources jsonb, now jsonb, met_at timestamptz, met_sources jsonb,
    restored int, kept int, befores jsonb, put jsonb, put_sources jsonb, removed boolean) on commit drop`.execute(db)
  await sql`create temp table undo_label (profile_id bigint, label_id int) on commit drop`.execute(db)
  const { rows } = await sql<{ id: number; live: boolean; removed: boolean }>`insert into pg_temp.undo_fate
    select id, made, live, updated_at, sources, now, met_at, met_sources, restored, kept, befores, put, put_sources, removed
    from ${undoPlan(work, sql`(select unnest(${ids}::bigint[]) as id)`)} fate
    returning id, live, removed`.execute(db)
  await sql`create index on pg_temp.undo_fate (id) where not removed`.execute(db)
  await sql`create index on pg_temp.undo_label (profile_id)`.execute(db)
  return {
    removed: rows.filter((row) => row.removed),
    staying: rows.filter((row) => !row.removed).map(({ id }) => id),
  }
}

/**
 * Removes what is remembered of rows: of people who go, and of rows that the run took for people whom others made. A person whom the run
 * made and who stays keeps theirs, so that the same file finds them.
 */
async function removeImportedRows(
  db: Db,
  { storeId, run }: UndoWork,
  gone: readonly number[],
  from: number,
  to: number,
): Promise<void> {
  await sql`delete from imported_row where store_id = ${storeId} and profile_id = any(${gone}::bigint[])`.execute(db)
  await sql`delete from imported_row i where i.store_id = ${storeId} and i.run = ${run.id}
    and i.profile_id = any(array(select coalesce(profile_id, (error #>> '{people,0,id}')::bigint) from run_record
      where store_id = ${storeId} and run = ${run.id} and record_no > ${from} and record_no <= ${to}))
    and (i.held or not exists (select from profile p where p.store_id = ${storeId} and p.id = i.profile_id
      and p.origin_run = ${run.id} offset 0))`.execute(db)
}

/** Removes what only automations left of people who go. */
async function removeNotes(db: Db, storeId: number, gone: readonly number[]): Promise<void> {
  await sql`delete from activity where store_id = ${storeId} and profile_id = any(${gone}::bigint[])
    and run_id is null and created_by is null`.execute(db)
}

/** Profiles they were merged into, which hold the run's values now. */
async function mergedIntoOf(db: Db, { storeId }: UndoWork, ids: readonly number[]): Promise<number[]> {
  const heirOf = (one: string) => sql`cross join lateral (
      select merged_into as id from profile where store_id = ${storeId} and id = ${sql.ref(one)} offset 0) heir
    where heir.id is not null`
  const { rows } = await sql<{ id: number }>`
    with recursive owner as (
      select heir.id from unnest(${ids}::bigint[]) merged (id) ${heirOf('merged.id')}
      union select heir.id from owner ${heirOf('owner.id')}
    )
    select id from owner`.execute(db)
  return rows.map(({ id }) => id)
}

async function removeActivities(db: Db, { storeId, run }: UndoWork, owners: readonly number[]): Promise<number> {
  if (run.mapping.activity_id === null && run.kind !== 'stream') return 0
  if (run.mapping.lines) await removeLines(db, storeId, run.id, owners)
  if (run.kind === 'stream') await forgetReplaced(db, storeId, run.id, owners)
  const { numAffectedRows } = await sql`delete from activity
    where store_id = ${storeId} and profile_id = any(${owners}::bigint[]) and run_id = ${run.id}`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Gives later corrections of what this run wrote the state before it, so that their undo does not bring it back. Those of activities that
 * the run added have none.
 */
async function forgetReplaced(db: Db, storeId: number, run: number, owners: readonly number[]): Promise<void> {
  const later = sql`l.store_id = ${storeId} and l.profile_id = any(${owners}::bigint[]) and l.run_id = ${run}`
  await sql`with passed as (
      update replaced_activity l set profile_id = o.profile_id, activity_at = o.activity_at, fields = o.fields,
        run_id = o.run_id, row_no = o.row_no, sent_digest = o.sent_digest
      from replaced_activity o
      where ${later} and o.store_id = l.store_id and o.activity_id = l.activity_id and o.run = ${run}
      returning o.activity_id)
    delete from replaced_activity o using passed p
    where o.store_id = ${storeId} and o.activity_id = p.activity_id and o.run = ${run}`.execute(db)
  await sql`delete from replaced_activity l where ${later}`.execute(db)
}

/** Restores activities that a run corrected. Returns the people who have them again. */
async function restoreActivities(db: Db, { storeId, run }: UndoWork, owners: readonly number[]): Promise<number[]> {
  if (run.kind !== 'stream') return []
  // Whoever has been merged since is found at the end of the chain. Values that their field cannot hold any more are left out.
  const { rows } = await sql<{ id: number }>`
    with recursive mine as materialized (
      select o.* from activity a
      join replaced_activity o on o.store_id = a.store_id and o.activity_id = a.id and o.run = ${run.id}
      where a.store_id = ${storeId} and a.profile_id = any(${owners}::bigint[]) and a.run_id = ${run.id}),
    heir (activity_id, id, merged_into) as (
      select m.activity_id, p.id, p.merged_into from mine m join profile p on p.store_id = ${storeId} and p.id = m.profile_id
      union all
      select h.activity_id, p.id, p.merged_into from heir h join profile p on p.store_id = ${storeId} and p.id = h.merged_into),
    back as (
      update activity a set profile_id = h.id, activity_at = m.activity_at, run_id = m.run_id, row_no = m.row_no,
        sent_digest = m.sent_digest,
        fields = (select coalesce(jsonb_object_agg(v.key, v.value), '{}') from jsonb_each(m.fields) v
          join activity_field f on f.store_id = ${storeId} and f.id::text = v.key
            and ${matchesFieldType(sql`f.data_type`, sql`v.value`)})
      from mine m join heir h on h.activity_id = m.activity_id and h.merged_into is null
      where a.store_id = ${storeId} and a.id = m.activity_id
      returning a.profile_id),
    gone as (delete from replaced_activity o using mine m
      where o.store_id = ${storeId} and o.activity_id = m.activity_id and o.run = ${run.id})
    select distinct profile_id as id from back`.execute(db)
  return rows.map(({ id }) => id)
}

/** The labels that a run may have given. */
export const undoLabelsOf = ({ mapping, row_labels }: Pick<RunRow, 'mapping' | 'row_labels'>) => [
  ...mapping.labels,
  ...row_labels,
]

/** Removes the labels of the run, including one that a user had removed by hand before the run added it again. */
async function removeLabels(
  db: Db,
  { storeId, run }: UndoWork,
  owners: readonly number[],
): Promise<{ labels_removed: number; moves: LabelMoves }> {
  if (undoLabelsOf(run).length === 0) return { labels_removed: 0, moves: {} }
  const given = sql`store_id = ${storeId} and profile_id = any(${owners}::bigint[]) and source = 'import' and run_id = ${run.id}`
  const { numAffectedRows } = await sql`
    with gone as (
      delete from profile_label where ${given} and created_at >= ${run.started_at} returning profile_id, label_id
    ),
    taken as (
      update profile_label set source = 'manual_remove', run_id = null where ${given} and created_at < ${run.started_at}
      returning profile_id, label_id
    )
    insert into pg_temp.undo_label
    select profile_id, label_id from gone union all select profile_id, label_id from taken`.execute(db)
  // Labels count the live profiles that have them.
  const { rows } = await sql<{ moves: LabelMoves }>`
    select coalesce(jsonb_object_agg(label_id, -people), '{}') as moves from (
      select l.label_id, count(*)::int as people from pg_temp.undo_label l
      where exists (select from profile p where p.store_id = ${storeId} and p.id = l.profile_id and ${isLive('p')} offset 0)
      group by l.label_id) counted`.execute(db)
  return { labels_removed: Number(numAffectedRows), moves: rows[0]!.moves }
}

/** The history of the profiles that stay says what was put back and taken away. */
async function recordUndo(db: Db, { storeId, run, job }: UndoWork): Promise<void> {
  const entries = sql`
    select f.id as profile_id, c.changes, c.previous
    from pg_temp.undo_fate f
    cross join lateral (
      select jsonb_object_agg(d.key, d.change) as changes,
        coalesce(jsonb_object_agg(d.key, coalesce(f.sources -> d.key, 'null')) filter (where d.of_field), '{}') as previous
      from (
        select v.key, jsonb_build_array(coalesce(f.now -> v.key, 'null'), v.value) as change, true as of_field
        from jsonb_each(f.put) v where coalesce(f.now -> v.key, 'null') <> v.value
        union all
        select 'label:' || l.label_id, '[true, false]', false from pg_temp.undo_label l where l.profile_id = f.id
      ) d
    ) c
    where not f.removed and c.changes is not null`
  await insertHistory(storeId, { source: 'undo', id: run.id, job }, entries).execute(db)
}

/** Later runs met what this one had left: from now on they have met what was there before it. */
async function correctLaterRuns(db: Db, { storeId, run }: UndoWork, ids: readonly number[]): Promise<void> {
  const ofRun = sql`s.value ->> 0 = 'run' and s.value ->> 1 = ${String(run.id)}`
  await sql`update run_profile n set
      sources = (select coalesce(jsonb_object_agg(s.key, case when ${ofRun} then f.met_sources -> s.key else s.value end)
        filter (where not (${ofRun}) or f.met_sources ? s.key), '{}') from jsonb_each(n.sources) s),
      befores = n.befores || (select coalesce(jsonb_object_agg(s.key, coalesce(f.befores -> s.key, 'null'))
        filter (where ${ofRun}), '{}') from jsonb_each(n.sources) s),
      updated_at = case when n.updated_at <= ${run.finished_at} then coalesce(f.met_at, n.updated_at) else n.updated_at end
    from pg_temp.undo_fate f
    where n.store_id = ${storeId} and n.profile_id = any(${ids}::bigint[]) and n.run > ${run.id}
      and f.id = n.profile_id and not f.removed and not f.made`.execute(db)
}

/**
 * Removes the further phones and e-mails that the run kept when it replaced values. They stay if the written value stays. A later run
 * that replaced a value of this run has replaced what was there before it.
 */
async function removeContacts(db: Db, { storeId, run, later }: UndoWork, ids: readonly number[]): Promise<void> {
  const field = sql`c.field_id::text`
  if (later)
    await sql`update profile_contact c set value = f.befores ->> ${field}
      from pg_temp.undo_fate f, run_record r
      where c.store_id = ${storeId} and c.profile_id = any(${ids}::bigint[]) and c.source = 'run' and c.source_id > ${run.id}
        and f.id = c.profile_id and not f.removed and not f.made and f.befores ->> ${field} is not null
        and r.store_id = ${storeId} and r.profile_id = c.profile_id and r.run = ${run.id} and r.changes -> ${field} ->> 1 = c.value
        and not exists (select from profile_contact o where o.store_id = c.store_id and o.profile_id = c.profile_id
          and o.field_id = c.field_id and o.value = f.befores ->> ${field} and o.source_id = c.source_id and o.source = 'run')`.execute(
      db,
    )
  await sql`delete from profile_contact c using pg_temp.undo_fate f
    where c.store_id = ${storeId} and c.profile_id = any(${ids}::bigint[]) and c.source = 'run'
      and f.id = c.profile_id and not f.removed
      and (c.source_id = ${run.id} and (f.put_sources -> ${field} ->> 0 = 'run'
          and f.put_sources -> ${field} ->> 1 = ${String(run.id)}) is not true
        or f.put ? ${field} and c.source_id in (select id from run where store_id = ${storeId} and undone_at is not null))`.execute(
    db,
  )
}

/** Removes the further names and notes that the run was the first to read. */
async function removeFurtherNames(db: Db, { storeId, run }: UndoWork, from: number, to: number): Promise<void> {
  await sql`delete from profile_name where store_id = ${storeId} and source = 'run' and source_id = ${run.id}
    and profile_id = any(array(select profile_id from run_record
      where store_id = ${storeId} and run = ${run.id} and record_no > ${from} and record_no <= ${to}))`.execute(db)
}

/** Puts back what was there before the run; answers which profiles were written, and which fields of it are match keys. */
async function putValues(db: Db, { storeId, run, fields }: UndoWork, ids: readonly number[]) {
  const own = fields.filter(({ id }) => !fieldColumns.has(id)).map(({ id }) => id)
  const keys = await matchKeys(db, storeId, own)
  const sets = fields.flatMap(({ id }) => {
    const { column, type } = fieldColumns.get(id) ?? {}
    if (!column) return []
    const [key, name] = [sql.lit(String(id)), sql.ref(column)]
    return [sql`${name} = case when f.put ? ${key} then (f.put ->> ${key})::${sql.raw(type!)} else p.${name} end, `]
  })
  // A note or label that a user wrote during the run has touched the profile, and stays.
  const ofHand = (table: string, at: string, hand: string) => sql`exists (select from ${sql.table(table)} x
    where x.store_id = ${storeId} and x.profile_id = p.id and x.${sql.raw(at)} >= ${run.started_at} and ${sql.raw(hand)} offset 0)`
  const touched = sql`(${ofHand('activity', 'created_at', 'x.created_by is not null')}
    or ${ofHand('profile_change', 'at', "x.source = 'user'")})`
  const { rows } = await sql<{ id: number; updated_at: string }>`update profile p set ${sql.join(sets, sql``)}
      custom = jsonb_strip_nulls(p.custom || (f.put - ${[...fieldColumns.keys()].map(String)}::text[])),
      sources = f.put_sources,
      updated_at = case when f.met_at is not null and f.put_sources = f.met_sources and p.updated_at <= ${run.finished_at}
        and not ${touched} then f.met_at else greatest(clock_timestamp(), p.updated_at + interval '1 microsecond') end
    from pg_temp.undo_fate f
    where p.store_id = ${storeId} and p.id = any(${ids}::bigint[]) and f.id = p.id and not f.removed
      and (f.put <> '{}' or f.put_sources <> p.sources)
    returning p.id, p.updated_at`.execute(db)
  if (rows.length > 0) {
    const earliest = Math.min(...rows.map(({ updated_at }) => Date.parse(updated_at)))
    await readAgain(db, storeId, new Date(earliest).toISOString())
    await noteTouched(
      db,
      storeId,
      rows.map(({ id }) => id),
    )
  }
  return { ids: rows.map(({ id }) => id), keys }
}
