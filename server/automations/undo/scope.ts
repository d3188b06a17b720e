import { type RawBuilder, sql } from 'kysely'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { type Keys, labelKey } from './histories.ts'
import type { IsTaken } from './ownership.ts'
import type { Scope } from './plan.ts'

/** Everything that an automation has written at some time. */
export async function writtenKeys(db: Db, storeId: number, automationId: number): Promise<Keys> {
  const { rows } = await sql<{
    key: string
  }>`select distinct key from profile_change c, jsonb_object_keys(c.changes) key
    where c.store_id = ${storeId} and c.source = 'automation' and c.source_id = ${automationId}`.execute(db)
  const keys = rows.map(({ key }) => key)
  const labels = keys.flatMap((key) => /^label:(\d+)$/.exec(key)?.[1] ?? []).map(Number)
  return { fields: keys.filter((key) => /^\d+$/.test(key)).map(Number), labels }
}

interface Taken {
  automation_id: number
  keys: string[]
  ended_at: string
}

/** Reads what the plans of customers need. `keys`: what is taken back now. */
export async function readScope(db: Db, storeId: number, automationId: number, keys: Keys): Promise<Scope> {
  const earlier = await takenBefore(db, storeId)
  const fields = await fieldsOf(db, storeId, 'th')
  const chosen = new Set([...keys.fields.map(String), ...keys.labels.map(labelKey)])
  const wasTaken: IsTaken = ({ source_id, at }, key) =>
    earlier.some(
      ({ automation_id, keys, ended_at }) => automation_id === source_id && keys.includes(key) && at <= ended_at,
    )
  return {
    automationId,
    types: new Map(
      fields.flatMap(({ id, data_type, formula, converting }) => (formula || converting ? [] : [[id, data_type]])),
    ),
    isTaken: (entry, key) => (entry.source_id === automationId && chosen.has(key)) || wasTaken(entry, key),
    wasTaken,
  }
}

/** Automations that were taken back, with the time up to which their entries do not count. */
async function takenBefore(db: Db, storeId: number): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    select automation_id, to_jsonb(ended_at) #>> '{}' as ended_at,
      array(select id::text from unnest(field_ids) id union all select 'label:' || id from unnest(label_ids) id) as keys
    from automation_undo where store_id = ${storeId} and ended_at is not null`.execute(db)
  return rows
}

/**
 * Returns the next customers, by id, whom an automation gave or took a label, set a value or, with `notes`, gave a note. They may be merged
 * or deleted since.
 */
export async function nextReached(
  db: Db,
  storeId: number,
  { automationId, notes }: { automationId: number; notes: boolean },
  after: number,
  rows: number,
): Promise<number[]> {
  const next = (table: string, of: ReturnType<typeof sql>) => sql`(select distinct profile_id from ${sql.table(table)}
    where store_id = ${storeId} and ${of} and profile_id > ${after} order by profile_id limit ${rows})`
  const changes = next('profile_change', sql`source = 'automation' and source_id = ${automationId}`)
  const acts = next('automation_act', sql`automation_id = ${automationId} and kind = 'note'`)
  const found = await sql<{ profile_id: number }>`select profile_id from (
    ${notes ? sql`${changes} union ${acts}` : changes}) reached order by profile_id limit ${rows}`.execute(db)
  return found.rows.map(({ profile_id }) => profile_id)
}

/** Counts the customers that `nextReached` yields. */
export async function countReached(
  db: Db,
  storeId: number,
  of: { automationId: number; notes: boolean },
): Promise<number> {
  const ids = (table: string, such: RawBuilder<unknown>) =>
    sql`select profile_id from ${sql.table(table)} where store_id = ${storeId} and ${such}`
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from (
    ${ids('profile_change', sql`source = 'automation' and source_id = ${of.automationId}`)}
    union select profile_id from (${ids('automation_act', sql`automation_id = ${of.automationId} and kind = 'note'`)}) noted where ${of.notes}
  ) reached`.execute(db)
  return rows[0]!.people
}
