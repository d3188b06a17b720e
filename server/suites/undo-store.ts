import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { testServer } from '../testing/store.testing.ts'
import type { VisibleState } from './undo-model.ts'

/** The profiles of a store with all that hangs on them, read past the wall. */
export async function readVisibleState(storeId: number): Promise<VisibleState> {
  const { admin } = await testServer()
  const rows = async <T>(sql: string) => (await admin.query(sql, [storeId])).rows as T[]
  const profiles = await rows<{ profile: Record<string, unknown> }>(
    'select to_jsonb(p) as profile from profile p where store_id = $1',
  )
  const seen: VisibleState = new Map(
    profiles.map(({ profile }) => {
      const custom = profile.custom as Record<string, unknown>
      const columns = systemFields.map(({ id, column }) => [String(id), profile[column]] as const)
      const values = [...columns, ...Object.entries(custom)].filter(([, value]) => value !== null)
      const sources = Object.entries(profile.sources as object).map(
        ([id, source]) => [id, JSON.stringify(source)] as const,
      )
      return [
        Number(profile.id),
        {
          deleted: profile.deleted_at !== null,
          merged: profile.merged_into !== null,
          values: new Map(values),
          sources: new Map(sources),
          labels: new Map(),
          activities: new Set(),
        },
      ]
    }),
  )
  const labels = await rows<{ profile_id: number; label_id: number; how: string }>(
    "select profile_id, label_id, concat(source, run_id) as how from profile_label where store_id = $1 and source <> 'manual_remove'",
  )
  for (const { profile_id, label_id, how } of labels) seen.get(profile_id)!.labels.set(String(label_id), how)
  const activities = await rows<{ id: number; profile_id: number }>(
    'select id, profile_id from activity where store_id = $1',
  )
  for (const { id, profile_id } of activities) seen.get(profile_id)!.activities.add(id)
  return seen
}

/**
 * Tables that tell what happened, or what to import, and the pairs that look alike, which a scan of its own works out from the
 * profiles. Everything else an undo must leave as it was.
 */
const journal = [
  ...['run', 'run_record', 'run_profile', 'job', 'job_profile', 'profile_change', 'profile_touch', 'hourly_count'],
  ...['data_source', 'file', 'audit_log', 'audit_name', 'profile_duplicate', 'profile_duplicate_block'],
  // Notifications of ended work.
  'notification',
  // Incremented by labels that the run created; they stay, without customers.
  'names_version',
  // Written in the background.
  ...['profile_value', 'profile_value_read'],
]

/** Tables of which only some rows count. */
const which: Record<string, string> = {
  // A store that has never had a customer has no total either.
  profile_total: 'and live <> 0',
  label: 'and exists (select from profile_label x where x.store_id = t.store_id and x.label_id = t.id)',
}

/** One number of each table of the store but the journal. */
export async function checksums(storeId: number): Promise<Record<string, string>> {
  const { admin } = await testServer()
  const { rows: tables } = await admin.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t
       on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.column_name = 'store_id' and c.table_name <> all($1) order by 1`,
    [journal],
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const some = which[name] ?? ''
    const { rows } = await admin.query<{ sum: string }>(
      `select md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as sum from ${name} t where store_id = $1 ${some}`,
      [storeId],
    )
    sums[name] = rows[0]!.sum
  }
  return sums
}

/** Inconsistencies of counters and copies; empty if none. */
export async function mistakes(storeId: number): Promise<unknown[]> {
  const { admin } = await testServer()
  const live = 'p.deleted_at is null and p.merged_into is null'
  const { rows } = await admin.query(
    `select 'total' as what, null::bigint as id, t.live as kept, n.live as counted from profile_total t
       cross join lateral (select count(*) as live from profile p where p.store_id = t.store_id and ${live}) n
       where t.store_id = $1 and t.live <> n.live
     union all
     select 'label', l.id, l.target_count, n.people from label l
       cross join lateral (select count(*) as people from profile_label x join profile p on p.store_id = x.store_id and p.id = x.profile_id
         where x.store_id = l.store_id and x.label_id = l.id and x.source <> 'manual_remove' and ${live}) n
       where l.store_id = $1 and l.target_count <> n.people
     union all
     select 'key', coalesce(k.profile_id, v.profile_id), k.field_id, v.field_id
       from (select k.* from profile_key k join profile p on p.store_id = k.store_id and p.id = k.profile_id
         where k.store_id = $1 and ${live}) k
       full join (select p.id as profile_id, f.id as field_id, p.custom ->> f.id::text as value from profile p
         join profile_field f on f.store_id = p.store_id and f.match_key
         where p.store_id = $1 and ${live} and p.custom ? f.id::text) v
         on v.profile_id = k.profile_id and v.field_id = k.field_id and v.value = k.value
       where k.profile_id is null or v.profile_id is null
     union all
     select 'pair', d.id, d.low_id, d.high_id from profile_duplicate d
       where d.store_id = $1 and 2 <> (select count(*) from profile p where p.store_id = $1 and p.id in (d.low_id, d.high_id))`,
    [storeId],
  )
  return rows
}
