import type pg from 'pg'
import { type TestStore, testServer } from './store.testing.ts'
import { until } from './until.testing.ts'

// Each answers rows that must not be; $1 is the store.
const rules: Record<string, string> = {
  'a label counts the live profiles that have it': `
    select l.id, l.target_count from label l where l.store_id = $1 and l.target_count <> (
      select count(*) from profile_label x join profile p on p.store_id = x.store_id and p.id = x.profile_id
      where x.store_id = $1 and x.label_id = l.id and x.source <> 'manual_remove' and p.deleted_at is null and p.merged_into is null)`,
  'the total of a store counts its live profiles': `
    select t.live from profile_total t where t.store_id = $1 and t.live <> (
      select count(*) from profile p where p.store_id = $1 and p.deleted_at is null and p.merged_into is null)`,
  'what is merged away went into a profile that is there': `
    select p.id from profile p where p.store_id = $1 and p.merged_into is not null and not exists (
      select from profile o where o.store_id = $1 and o.id = p.merged_into)`,
  'a pair has two profiles': `
    select d.id from profile_duplicate d where d.store_id = $1 and 2 > (
      select count(*) from profile p where p.store_id = $1 and p.id in (d.low_id, d.high_id))`,
  'consents of the ledger belong to a profile, or to an erased one': `
    select c.id from consent_entry c where c.store_id = $1
      and not exists (select from profile p where p.store_id = $1 and p.id = c.profile_id)
      and not exists (select from erased_profile e where e.store_id = $1 and e.profile_id = c.profile_id)`,
  'a match key belongs to the profile with the value': `
    select k.profile_id from profile_key k join profile_field f on f.store_id = k.store_id and f.id = k.field_id
      join profile p on p.store_id = k.store_id and p.id = k.profile_id
      where k.store_id = $1 and p.deleted_at is null and p.merged_into is null and k.value is distinct from p.custom ->> f.id::text`,
  'no profile has a value of a field that is gone': `
    select p.id from profile p, jsonb_object_keys(p.custom) key where p.store_id = $1
      and not exists (select from profile_field f where f.store_id = $1 and f.id = key::int)`,
  'no activity has a value of a field that is gone': `
    select a.id from activity a, jsonb_object_keys(a.fields) key where a.store_id = $1
      and not exists (select from activity_field f where f.store_id = $1 and f.id = key::int)`,
  'no activity type names a field that is gone': `
    select t.id from activity_type t, unnest(t.field_ids) field where t.store_id = $1
      and not exists (select from activity_field f where f.store_id = $1 and f.id = field)`,
  'a preference names a view that its person sees': `
    select u.user_id from user_preference u where u.store_id = $1 and u.profile_view_id is not null and not exists (
      select from profile_view v where v.store_id = $1 and v.id = u.profile_view_id and (v.shared or v.created_by = u.user_id))`,
  'no run works for a data source that is deleted': `
    select r.id from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
      where r.store_id = $1 and d.deleted_at is not null and r.status in ('pending', 'processing')`,
  'a real run is of the newest version that there was when it began': `
    select r.id from run r join run d on d.store_id = r.store_id and d.id = r.dry_run_id
      where r.store_id = $1 and r.kind = 'real' and r.mapping <> d.mapping`,
}

/** Waits until no job of a store runs, and no import (a stream ends with its day), and returns the rules that its rows break. */
export async function brokenRules(store: TestStore): Promise<string[]> {
  const { admin } = await testServer()
  const works = `select from job where store_id = $1 and status in ('pending', 'processing') and kind <> 'duplicate_scan'
    union all select from run where store_id = $1 and kind <> 'stream' and status in ('pending', 'processing')`
  await until(async () => (await admin.query(works, [store.storeId])).rowCount === 0)
  return brokenRulesIn(admin, store.storeId)
}

/** Returns the rules that rows of a store break in a database. */
export async function brokenRulesIn(pool: Pick<pg.Pool, 'query'>, storeId: number): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, text] of Object.entries(rules)) {
    const { rows } = await pool.query(text, [storeId])
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return broken
}
