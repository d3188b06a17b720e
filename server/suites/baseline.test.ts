// A data folder and a backup of the last version before the baseline (former-installation/make.ts) go on with this version.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, constants } from 'node:zlib'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { replaced } from '../database/baseline.ts'
import { startEmbeddedPostgres } from '../database/postgres/embedded.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { newFolder, restoreInto } from './backup-scene.ts'
import { crashFile } from './crash-file.ts'
import { signIn } from './ruam-client.ts'
import { startRuam } from './ruam-process.ts'

const former = (name: string) => join(import.meta.dirname, 'former-installation', name)
const counts: { added: number } = JSON.parse(readFileSync(former('counts.json'), 'utf8'))
const TOO_OLD = /before 0\.1\.0 .* Nothing was changed\. Check out the commit [0-9a-f]{40}/
const newest = [...replaced.keys()].at(-1)!

/** Unpacks the data folder as `npm start` left it. */
async function formerFolder(): Promise<string> {
  const folder = await newFolder()
  const tar = brotliDecompressSync(readFileSync(former('data.tar.br')), {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  })
  execFileSync('tar', ['-C', folder, '--no-same-owner', '-xpf', '-'], { input: tar })
  return folder
}

/** Runs a statement in the database of a data folder on which no Ruam runs. */
async function inFolder(folder: string, statement: string): Promise<void> {
  const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres') })
  const client = new pg.Client({ connectionString: server.ownerUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
  await server.stop()
}

test('a former data folder starts with its customers and imports more, and is refused with one migration fewer', {
  tags: ['verify'],
  timeout: 120_000,
}, async () => {
  const folder = await formerFolder()
  const one = `from migration where name = '${newest}'`
  await inFolder(folder, `create table kept as select * ${one}; delete ${one}`)
  await expect(startRuam(folder, { role: 'all' })).rejects.toThrow(TOO_OLD)
  await inFolder(folder, 'insert into migration select * from kept; drop table kept')
  const ruam = await startRuam(folder, { role: 'all' })
  try {
    const client = await signIn(ruam.address)
    const total = async () => (await client.call(profiles.list, { query: { limit: '1' } })).total
    expect(await total()).toBe(counts.added)
    const further = crashFile(2, 30)
    const path = join(folder, 'further.csv')
    writeFileSync(path, further.csv)
    const id = await client.upload(path, 'ลูกค้าใหม่')
    await client.loaded(id)
    await client.map(id)
    const params = { id: String(id) }
    const dry = await client.call(importRun.dryRun, { params })
    await client.ended(id, dry.run_id)
    const run = await client.call(importRun.run, { params, body: { run_id: dry.run_id } })
    await client.ended(id, run.run_id)
    expect(await total()).toBe(counts.added + further.counts.added)
  } finally {
    await ruam.signal('SIGTERM')
  }
})

test('a former backup is restored with its customers, and refused with one migration fewer', async () => {
  const dataFolder = await newFolder()
  // A server of its own: the restored key gives roles, which all databases of a server share, other passwords.
  const server = await startEmbeddedPostgres({ folder: join(await newFolder(), 'postgres') })
  atEndOfFile(() => server.stop())
  const databaseUrl = server.ownerUrl
  const order = { databaseUrl, dataFolder, passphrase: '' }
  await expect(restoreInto({ ...order, file: former('one-fewer.backup') })).rejects.toThrow(TOO_OLD)
  expect(await readdir(dataFolder)).toEqual([])
  await restoreInto({ ...order, file: former('ruam.backup') })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as people from profile').finally(() => client.end())
  expect(rows).toEqual([{ people: counts.added }])
})

// One a version from 0.1.0 on, made by former-installation/make.ts. None is ever made again or removed.
const kept = readdirSync(join(import.meta.dirname, '../testing/backups'))

test.each(kept)(
  'the backup %s, made by the version that it names, is restored with its customers',
  { tags: ['verify'] },
  async (name) => {
    const server = await startEmbeddedPostgres({ folder: join(await newFolder(), 'postgres') })
    atEndOfFile(() => server.stop())
    const file = join(import.meta.dirname, '../testing/backups', name)
    await restoreInto({ file, databaseUrl: server.ownerUrl, dataFolder: await newFolder(), passphrase: '' })
    const client = new pg.Client({ connectionString: server.ownerUrl })
    await client.connect()
    const { rows } = await client.query('select count(*)::int as people from profile').finally(() => client.end())
    expect(rows).toEqual([{ people: counts.added }])
  },
)
