import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openPush } from '../broadcasts/sending/sealed-push.ts'
import type { Scene } from './crash-scene.ts'

/** Tables that hold customers themselves, and the planner's samples of them. */
const OF_CUSTOMERS = /^public\.profile|^pg_catalog\.pg_statistic/

/** Lists where a customer's value is found outside of the customers: tables, opened requests to LINE, files and printed lines. */
export async function valuesAtRest({ ask, lines }: Scene, dataFolder: string, value: string): Promise<string[]> {
  return [
    ...(await inTables(ask, value)),
    ...(await inRequests(ask, dataFolder, value)),
    ...(await inFiles(dataFolder, value)),
    ...(lines().some((line) => line.includes(value)) ? ['printed lines'] : []),
  ]
}

async function inTables(ask: Scene['ask'], value: string): Promise<string[]> {
  const tables = await ask<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema <> 'information_schema' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables.filter((table) => !OF_CUSTOMERS.test(table.name))) {
    // Bytes are printed as hexadecimal digits.
    const [rows] = await ask<{ count: number }>(
      `select count(*)::int as count from ${name} t where position($1 in t::text) > 0
         or position(encode(convert_to($1, 'UTF8'), 'hex') in t::text) > 0`,
      [value],
    )
    if (rows!.count > 0) found.push(`${name} (${rows!.count} rows)`)
  }
  return found
}

/** Requests whose bytes were not deleted, with the values that they show when opened. */
async function inRequests(ask: Scene['ask'], dataFolder: string, value: string): Promise<string[]> {
  const rows = await ask<{ store_id: number; key: string; body: Buffer; personal: boolean }>(
    `select store_id, retry_key::text as key, body, personal from broadcast_chunk where body is not null`,
  )
  if (rows.length === 0) return []
  const secretKey = (await readFile(join(dataFolder, 'secret-key'), 'utf8')).trim()
  const opened = rows.filter(({ store_id, key, body, personal }) =>
    (personal ? openPush(secretKey, store_id, key, body) : body).includes(value),
  )
  return [`${rows.length} requests to LINE, ${opened.length} with the value when opened`]
}

/** Files outside of the database's own. */
async function inFiles(dataFolder: string, value: string): Promise<string[]> {
  const all = await readdir(dataFolder, { recursive: true, withFileTypes: true })
  const cluster = join(dataFolder, 'postgres')
  const found: string[] = []
  for (const file of all) {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || path.startsWith(cluster)) continue
    if ((await readFile(path)).includes(value)) found.push(path.slice(dataFolder.length + 1))
  }
  return found
}
