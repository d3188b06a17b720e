import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { Config } from '../../core/config.ts'
import { startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
import { atEndOfFile } from '../../testing/end-of-file.testing.ts'
import { basesOf, chunksOf } from './base.ts'
import { chainFrom } from './names.ts'
import { openArchive } from './open-archive.ts'
import { readLists } from './packs.ts'
import { archiveSteadily, copyBasesDaily, endArchive } from './steadily.ts'
import { logToArchive, readChunk } from './wal.ts'

let client: pg.Client
let superUrl: string
let top: string
let config: Config
const signal = new AbortController().signal

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'ruam-archive-'))
  const dataFolder = join(top, 'data')
  await mkdir(join(dataFolder, 'files', '7'), { recursive: true })
  const server = await startEmbeddedPostgres({ folder: join(dataFolder, 'postgres') })
  superUrl = server.superUrl
  client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  atEndOfFile(async () => {
    await client.end()
    await server.stop()
    await rm(top, { recursive: true, force: true })
  })
  const backupBucket = { endpoint: undefined, region: '', keys: undefined, pathStyle: false }
  config = { dataFolder, secretKey: 'a secret key', archive: join(top, 'archive'), backupBucket } as Config
})

/** Bytes of the log between the newest base and the end of its chain, and the position that PostgreSQL may forget. */
async function state() {
  const open = await openArchive(config, client)
  const base = (await basesOf(open)).at(-1)!
  const chain = chainFrom(base, await chunksOf(open))
  return { open, chain, reached: chain.at(-1)!.to, log: await logToArchive(client) }
}

test('the archive follows the database, survives a full disk, and is read as it was written', async () => {
  const notices: string[] = []
  const noted = { stuckMs: 0, notify: async () => void notices.push('stuck') }
  const [round, daily] = [archiveSteadily(config, superUrl, noted), copyBasesDaily(config, superUrl)]
  await Promise.all([round.work(signal), daily.work(signal)])
  expect(notices).toEqual([])
  await client.query("create table kept as select repeat('x', 100) from generate_series(1, 1000)")
  await writeFile(join(config.dataFolder, 'files', '7', 'picture'), 'picture')
  await writeFile(join(config.dataFolder, 'decisions'), 'a line')
  await round.work(signal)
  const before = await state()
  expect(before.reached).toBe(before.log.from)
  const packs = `packs-${before.open.archive.mark}-${before.open.archive.id}/`
  expect((await before.open.place.names(packs)).length).toBeGreaterThan(0)
  expect(await readLists(config.dataFolder)).toEqual(new Map([['decisions', Buffer.from('a line')]]))
  // Every process begins with the same archive, and one base is enough.
  await daily.work(signal)
  expect(await basesOf(before.open)).toHaveLength(1)

  // A place that takes nothing, as a full or lost disk.
  await rename(config.archive!, `${config.archive}.away`)
  await writeFile(config.archive!, '')
  await client.query("insert into kept select repeat('y', 100) from generate_series(1, 1000)")
  await expect(round.work(signal)).rejects.toThrow()
  expect(notices).toEqual(['stuck'])
  await rm(config.archive!)
  await rename(`${config.archive}.away`, config.archive!)
  const behind = await state()
  expect(behind.log.from).toBe(before.log.from)
  await round.work(signal)
  const after = await state()
  expect(after.reached).toBe(after.log.from)
  expect(after.reached).toBeGreaterThan(behind.reached)

  const [first] = after.chain
  const { place, archive, secretKey } = after.open
  expect((await readChunk(place, archive, secretKey, first!)).length).toBe(Number(first!.to - first!.from))
  await expect(readChunk(place, archive, 'another key', first!)).rejects.toThrow(/The archive is damaged/)
})

test('a gap in the log makes a new base, and a copy of the folder begins its own archive', {
  tags: ['verify'],
}, async () => {
  const daily = copyBasesDaily(config, superUrl)
  const { open } = await state()
  await endArchive(superUrl)
  await client.query('checkpoint')
  await client.query("insert into kept select 'z'")
  await client.query('checkpoint')
  await daily.work(signal)
  expect(await basesOf(open)).toHaveLength(2)
  const folder = join(config.dataFolder, 'postgres')
  await writeFile(join(folder, 'archive.json'), JSON.stringify({ id: open.archive.id, folder: 1 }))
  const copied = await openArchive(config, client)
  expect(copied.archive.id).not.toBe(open.archive.id)
  expect(await readdir(folder)).toContain('archive.json')
})
