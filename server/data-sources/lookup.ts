import type pg from 'pg'
import type { Known, ReadRow } from './decide.ts'
import { keyText, type Plan } from './plan.ts'

/** A function of PostgreSQL takes 100 arguments. */
const MOST_ARGUMENTS = 100

/** The profile's values in the plan's fields, as JSON text: one column stays cheap in the driver. */
function valuesJson(plan: Plan): string {
  const parts = plan.fields.map(({ field }) => field.column ?? `custom -> '${field.id}'`)
  const arrays: string[] = []
  for (let at = 0; at < parts.length; at += MOST_ARGUMENTS) {
    arrays.push(`json_build_array(${parts.slice(at, at + MOST_ARGUMENTS).join(', ')})`)
  }
  return `json_build_array(${arrays.join(', ')})::text`
}

/**
 * Every stored profile that carries a key value of these rows. `overlay` names the dry run's table of profiles as they would
 * be by now; it is asked first. More profiles than needed do no harm, one too few would add a person twice.
 */
export async function lookUp(
  client: pg.ClientBase,
  storeId: number,
  plan: Plan,
  rows: readonly ReadRow[],
  overlay?: string,
): Promise<Known[]> {
  const ids = new Set<number>()
  for (const [order, key] of plan.keys.entries()) {
    const wanted = new Set<string>()
    for (const row of rows) {
      const text = 'values' in row ? keyText(row.values[key]!) : null
      if (text !== null) wanted.add(text)
    }
    if (wanted.size === 0) continue
    const values = [...wanted]
    for (const found of await holdersOf(client, storeId, plan, key, values)) ids.add(found)
    if (overlay) {
      const { rows: hits } = await client.query<{ id: number }>({
        name: `overlay-${order}`,
        text: `select o.id from unnest($1::text[]) k(value) cross join lateral (select id from ${overlay} where key_${order} = k.value offset 0) o`,
        values: [values],
      })
      for (const hit of hits) ids.add(hit.id)
    }
  }
  return readKnown(client, storeId, plan, [...ids], overlay)
}

// LATERAL with OFFSET 0 forces one index probe per value, whatever the statistics said when the plan was made; a condition on
// liveness in the probe would let a plan made on an empty store take an index of live profiles and read all of them each time.
async function holdersOf(
  client: pg.ClientBase,
  storeId: number,
  plan: Plan,
  key: number,
  values: string[],
): Promise<number[]> {
  const { field } = plan.fields[key]!
  const probe = field.column
    ? `select id from profile where store_id = $1 and ${field.column} = k.value`
    : `select profile_id as id from profile_key where store_id = $1 and field_id = ${field.id} and value = k.value`
  const { rows } = await client.query<{ id: number }>({
    name: `holders-${field.id}`,
    text: `select h.id from unnest($2::text[]) k(value) cross join lateral (${probe} offset 0) h`,
    values: [storeId, values],
  })
  return rows.map((row) => row.id)
}

async function readKnown(
  client: pg.ClientBase,
  storeId: number,
  plan: Plan,
  ids: number[],
  overlay?: string,
): Promise<Known[]> {
  if (ids.length === 0) return []
  const known: Known[] = []
  const seen = new Set<number>()
  const take = (rows: { id: number; row: string }[]) => {
    for (const { id, row } of rows) {
      seen.add(id)
      known.push({ id, values: JSON.parse(row).flat() })
    }
  }
  if (overlay) {
    const { rows } = await client.query<{ id: number; row: string }>({
      name: 'overlay-rows',
      text: `select id, "values" as row from ${overlay} where id = any($1::bigint[])`,
      values: [ids],
    })
    take(rows)
  }
  const stored = ids.filter((id) => id > 0 && !seen.has(id))
  if (stored.length > 0) {
    const { rows } = await client.query<{ id: number; row: string }>({
      name: 'known-rows',
      text: `select p.id, p.row from unnest($2::bigint[]) k(id)
        cross join lateral (select id, ${valuesJson(plan)} as row, deleted_at, merged_into from profile
          where store_id = $1 and id = k.id offset 0) p
        where p.deleted_at is null and p.merged_into is null`,
      values: [storeId, stored],
    })
    take(rows)
  }
  return known
}
