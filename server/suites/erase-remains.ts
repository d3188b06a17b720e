import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rewritePages } from '../database/rewrite/rewrite-pages.ts'
import type { Scene } from './crash-scene.ts'
import type { Marks } from './erase-round.ts'

/** Returns remaining data of erased people, and unfinished jobs. */
export async function findRemains(scene: Scene, folder: string, marks: Marks): Promise<string[]> {
  const printed = scene.lines().filter((line) => patternOf(marks).test(line))
  return [
    ...(await unfinished(scene)),
    ...(await inTables(scene, marks)),
    ...(await onDisk(scene, folder, marks)),
    ...printed.map((line) => `printed: ${line}`),
  ]
}

const patternOf = ({ phone, domain, silent }: Marks) => new RegExp(`(?:66|0|\\D)${phone}\\d{4}|${domain}|${silent}`)

async function unfinished({ ask }: Scene): Promise<string[]> {
  const rows = await ask<{ status: string; count: number }>(
    "select status, count(*) from job where kind = 'profile_erase' and status <> 'completed' group by 1",
  )
  return rows.map(({ status, count }) => `${count} erasures ${status}`)
}

/** Every table of the catalog, the queue's and the planner's samples among them. */
async function inTables({ ask }: Scene, { phone, domain, silent, first, last }: Marks): Promise<string[]> {
  const tables = await ask<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema <> 'information_schema' order by 1`)
  const left: string[] = []
  const keys = `0?${phone}\\d{4}|${domain}|${silent}`
  for (const { name } of tables) {
    const [found] = await ask<{ rows: number }>(`select count(*) as rows from ${name} t where t::text ~ $1`, [keys])
    if (found!.rows > 0) left.push(`${name}: ${found!.rows} rows with a key or a name that no note mentions`)
    const unlisted =
      name === 'public.activity'
        ? "and not exists (select from erasure_mention m where m.place = 'activity' and m.row_key = t.id::text)"
        : ''
    // The planner's samples of notes contain text of the notes.
    if (name === 'pg_catalog.pg_statistic') continue
    const [named] = await ask<{ rows: number }>(
      `select count(*) as rows from ${name} t where t::text ~ $1 ${unlisted}`,
      [`${first}|${last}`],
    )
    if (named!.rows > 0) left.push(`${name}: ${named!.rows} rows with a name that is not listed`)
  }
  return left
}

/** Every file of the data folder but the write-ahead log, once the pages are rewritten. */
async function onDisk({ ask, superUrl }: Scene, folder: string, marks: Marks): Promise<string[]> {
  await ask('vacuum')
  const waiting = (await rewritePages(superUrl)).filter(({ done }) => !done)
  await ask('checkpoint')
  const left = waiting.map(({ table }) => `${table} was not rewritten`)
  const pattern = patternOf(marks)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || path.includes('/pg_wal/')) continue
    // It may have gone meanwhile.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (pattern.test(bytes.toString('latin1'))) left.push(path.slice(folder.length + 1))
  }
  return left
}
