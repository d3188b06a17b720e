import type pg from 'pg'

/** The tables that keep a store's rows. */
export async function storeTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'store_id' and c.relname <> 'access_token'
    order by 1`)
  return rows.map((row) => row.name)
}

/** By pool: planning such a long statement takes longer than to run it, so it is written once and prepared by its name. */
const hashing = new WeakMap<pg.Pool, Promise<string>>()

async function hashesOf(pool: pg.Pool): Promise<string> {
  const parts = (await storeTables(pool)).map(
    (table) =>
      `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t where store_id = $1`,
  )
  return parts.join(' union all ')
}

/** A hash of every row that a store has, by table: what a refused call must leave as it was. */
export async function fingerprint(pool: pg.Pool, storeId: number): Promise<Record<string, string>> {
  const text = hashing.get(pool) ?? hashesOf(pool)
  hashing.set(pool, text)
  const { rows } = await pool.query<{ name: string; hash: string }>({
    name: 'fingerprint',
    text: await text,
    values: [storeId],
  })
  return Object.fromEntries(rows.map((row) => [row.name, row.hash]))
}

type Hashes = Record<string, string>

/** Acts that must change nothing, compared by one hash before and one after them. */
export class Unchanged {
  #acts: { title: string; again: () => Promise<unknown> }[] = []
  #before: Hashes = {}

  readonly #hash: () => Promise<Hashes>

  constructor(hash: () => Promise<Hashes>) {
    this.#hash = hash
  }

  /** Hashes the rows that no act may change. */
  async begin(): Promise<void> {
    this.#acts = []
    this.#before = await this.#hash()
  }

  /** Does an act that can be repeated. */
  act<T>(title: string, again: () => Promise<T>): Promise<T> {
    this.#acts.push({ title, again })
    return again()
  }

  /** Returns the acts that change something. Repeats them one by one if the hashes differ, and begins again. */
  async changing(): Promise<string[]> {
    const acts = this.#acts
    const changed = await this.#differing()
    if (changed.length === 0) return []
    const found: string[] = []
    for (const { title, again } of acts) {
      await again()
      const tables = await this.#differing()
      if (tables.length > 0) found.push(`${title}: ${tables.join(', ')}`)
    }
    return found.length > 0 ? found : [`one of ${acts.length} acts, but only once: ${changed.join(', ')}`]
  }

  /** Returns the tables that have changed since the last hash. */
  async #differing(): Promise<string[]> {
    const [before, now] = [this.#before, await this.#hash()]
    this.#acts = []
    this.#before = now
    return Object.keys(now).filter((table) => now[table] !== before[table])
  }
}

/** A word that stands in a store's rows and nowhere else. */
export const secretOf = (storeId: number) => `ลับเฉพาะร้าน${storeId}น.`

/** Puts the store's secret word into its names, its people, its labels and a profile. */
export async function plantSecret(pool: pg.Pool, storeId: number, profileId: string): Promise<void> {
  const secret = secretOf(storeId)
  await pool.query('update store set name = $2 where store_id = $1', [storeId, secret])
  await pool.query(
    'update users set first_name = $2 where id in (select user_id from store_member where store_id = $1)',
    [storeId, secret],
  )
  await pool.query('update profile_field set display_name = $2 || id where store_id = $1', [storeId, secret])
  await pool.query('update data_source set description = $2 where store_id = $1', [storeId, secret])
  await pool.query('update profile set last_name = $2 where store_id = $1', [storeId, secret])
  await pool.query("insert into label (store_id, name, color, type) values ($1, $2, '#2a7fff', 'general')", [
    storeId,
    secret,
  ])
  await pool.query(
    "insert into profile_label (store_id, label_id, profile_id, source) select store_id, id, $2, 'manual_add' from label where store_id = $1",
    [storeId, profileId],
  )
}
