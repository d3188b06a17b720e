// `node server/suites/former-installation/make.ts <folder>`: writes a data folder and a backup of this version, as fixtures of later ones.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { importRun } from '@ruam/contract/imports/run.ts'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../database/postgres/embedded.ts'
import { crashFile } from '../crash-file.ts'
import { signIn } from '../ruam-client.ts'
import { startRuam } from '../ruam-process.ts'

const ROWS = 80

const out = process.argv[2]!
const work = mkdtempSync(join(tmpdir(), 'ruam-former-'))
const data = join(work, 'data')
try {
  mkdirSync(out, { recursive: true })
  const { counts } = await importCustomers()
  const backups = join(work, 'backups')
  const env = { ...process.env, RUAM_DATA: data, RUAM_BACKUP_PASSPHRASE: '', NODE_NO_WARNINGS: '1' }
  execFileSync(process.execPath, ['server/app/backup.ts', backups], { env, stdio: 'inherit' })
  renameSync(join(backups, readdirSync(backups)[0]!), join(out, 'ruam.backup'))
  await dropSpentWal()
  const tar = execFileSync('tar', ['-C', data, '--sort=name', '-cf', '-', '.'], { maxBuffer: 2 ** 30 })
  writeFileSync(
    join(out, 'data.tar.br'),
    brotliCompressSync(tar, {
      params: { [constants.BROTLI_PARAM_LARGE_WINDOW]: 1, [constants.BROTLI_PARAM_LGWIN]: 26 },
    }),
  )
  writeFileSync(join(out, 'counts.json'), `${JSON.stringify(counts, null, 2)}\n`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Starts Ruam on the empty data folder, imports a file of invented customers, and stops it. */
async function importCustomers() {
  const ruam = await startRuam(data, { role: 'all' })
  const file = crashFile(1, ROWS)
  const client = await signIn(ruam.address)
  const path = join(work, 'customers.csv')
  writeFileSync(path, file.csv)
  const id = await client.upload(path, 'ลูกค้าเดิม')
  await client.loaded(id)
  await client.map(id)
  const params = { id: String(id) }
  const dry = await client.call(importRun.dryRun, { params })
  await client.ended(id, dry.run_id)
  const run = await client.call(importRun.run, { params, body: { run_id: dry.run_id } })
  await client.ended(id, run.run_id)
  await ruam.signal('SIGTERM')
  return file
}

/** Replaces the write-ahead log that no recovery needs with an empty segment: half of the archive. */
async function dropSpentWal() {
  const server = await startEmbeddedPostgres({ folder: join(data, 'postgres'), settings: { wal_recycle: 'off' } })
  const client = new pg.Client({ connectionString: server.superUrl })
  await client.connect()
  // The next segment may be a recycled one, which is full of former records.
  for (let round = 0; round < 3; round++) {
    await client.query('select pg_switch_wal()')
    await client.query('checkpoint')
  }
  await client.end()
  await server.stop()
}
