// Kills exports in the middle of their files while an import adds people, and checks the files.
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Export, exports } from '@ruam/contract/reports/exports.ts'
import Papa from 'papaparse'
import type { Random } from '../../tools/random.ts'
import { createPool } from '../database/db.ts'
import { purge } from '../jobs/purge.ts'
import type { Core } from '../servers/core.ts'
import { diskStorage } from '../storage/storage.ts'
import { openScene, type Scene, type Victim } from './crash-scene.ts'
import { sheetCells } from './exported-sheet.ts'
import { type RuamClient, signIn } from './ruam-client.ts'

interface ExportMoment {
  victim: Victim
  fileType: 'csv' | 'xlsx'
  /** Progress at the crash, 0 to 1. */
  at: number
}

interface ExportOutcome {
  what: string
  status: Export['status']
  rows: number
  /** Faults of the file. */
  faults: string[]
  /** From the kill to the end of the export. */
  seconds: number
}

const victims: Victim[] = ['worker', 'postmaster', 'server', 'everything']

export const exportMoments = (random: Random, count: number): ExportMoment[] =>
  Array.from({ length: count }, (_, n) => ({
    victim: victims[n % victims.length]!,
    fileType: (n + (n >> 2)) % 2 === 0 ? ('csv' as const) : ('xlsx' as const),
    at: random.next() * 0.9,
  }))

interface Options {
  rows: number
  moments: readonly ExportMoment[]
  tell?: (outcome: ExportOutcome) => void
}

/** Plays the moments one after the other. Returns their outcomes, and the number of orphaned files after two purges. */
export async function playExports({ rows, moments, tell }: Options) {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-crash-'))
  const scene = await openScene(join(folder, 'data'), 1)
  const outcomes: ExportOutcome[] = []
  try {
    await addPeople(scene, rows)
    for (const moment of moments) {
      // A session of a store is shorter than all of them.
      const outcome = await playMoment(scene, await signIn(scene.address), moment)
      outcomes.push(outcome)
      tell?.(outcome)
    }
    return { outcomes, orphans: await orphansAfterPurges(scene, join(folder, 'data', 'files')) }
  } finally {
    await scene.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** People as an import would leave them, in one transaction. */
async function addPeople({ ask }: Scene, count: number): Promise<void> {
  await ask(
    `with made as (
      insert into profile (store_id, first_name, last_name, phone, email)
      select 1, 'ญาดา', 'คนที่ ' || n, '+668' || lpad(n::text, 8, '0'), 'c' || n || '@example.com' from generate_series(1, $1::int) n returning id)
    insert into profile_total as t (store_id, live) select 1, count(*) from made
    on conflict (store_id) do update set live = t.live + excluded.live`,
    [count],
  )
}

async function playMoment(scene: Scene, client: RuamClient, { victim, fileType, at }: ExportMoment) {
  const columns = ['id', 'firstName', 'lastName', 'phone', 'email', 'createdAt']
  const { export_id } = await client.call(exports.create, { body: { type: 'profile', file_type: fileType, columns } })
  while ((await progressOf(scene, export_id)) < at) await sleep(2)
  let coming = true
  const come = (async () => {
    while (coming) await addPeople(scene, 50).then(() => sleep(20))
  })()
  await scene.kill(victim)
  const killed = performance.now()
  const item = await over(client, export_id)
  const seconds = (performance.now() - killed) / 1000
  coming = false
  await come
  const faults = item.status === 'completed' ? await faultsOf(scene, client, item) : []
  const what = `${victim} at ${Math.round(at * 100)} % of a ${fileType}`
  return { what, status: item.status, rows: item.rows ?? 0, faults, seconds }
}

async function progressOf({ ask }: Scene, id: number): Promise<number> {
  const [row] = await ask<{ part: number }>(
    `select case when status in ('pending', 'processing') then coalesce(done::float8 / nullif(total, 0), 0) else 1 end as part
     from job where id = $1`,
    [id],
  )
  return row!.part
}

async function over(client: RuamClient, id: number): Promise<Export> {
  for (;;) {
    const list = await client.call(exports.list, { query: { limit: '0' } }).catch(() => undefined)
    const item = list?.data.find(({ export_id }) => export_id === id)
    if (item && item.status !== 'processing') return item
    await sleep(50)
  }
}

/** A whole file has everybody up to a number once: who came in a transaction after its snapshot has a higher one. */
async function faultsOf(scene: Scene, client: RuamClient, item: Export): Promise<string[]> {
  const { url } = await client.call(exports.link, { params: { id: String(item.export_id) } })
  const reply = await fetch(`${scene.address}${url}`)
  const file = Buffer.from(await reply.arrayBuffer())
  const faults: string[] = []
  if (file.length !== item.size) faults.push(`${file.length} bytes of ${item.size}`)
  const cells = item.file_type === 'csv' ? csvNumbers(file) : await sheetCells(file, 'A')
  const numbers = cells.slice(1).map(Number)
  if (numbers.length !== item.rows) faults.push(`${numbers.length} rows of ${item.rows}`)
  if (new Set(numbers).size !== numbers.length) faults.push('rows twice')
  const [there] = await scene.ask<{ people: number }>('select count(*)::int as people from profile where id <= $1', [
    numbers.at(-1) ?? 0,
  ])
  if (there!.people !== numbers.length) faults.push(`${numbers.length} rows of ${there!.people} people`)
  return faults
}

const csvNumbers = (file: Buffer) =>
  Papa.parse<string[]>(file.toString(), { skipEmptyLines: true }).data.map(([number]) => number!)

async function orphansAfterPurges({ superUrl, ask }: Scene, folder: string): Promise<number> {
  const keys = async () => (await readdir(join(folder, '1')).catch(() => [])).map((name) => `1/${name}`)
  const longAgo = new Date(Date.now() - 48 * 3_600_000)
  for (const key of await keys()) await utimes(join(folder, key), longAgo, longAgo)
  const pool = createPool(superUrl, { max: 2 })
  const core = { pool, storage: diskStorage(folder) } as Partial<Core> as Core
  await purge(core, await purge(core)).finally(() => pool.end())
  const named = await ask<{ key: string }>('select storage_key as key from export where storage_key is not null')
  const known = new Set(named.map(({ key }) => key))
  return (await keys()).filter((key) => !known.has(key)).length
}
