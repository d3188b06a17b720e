import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { copiedOf, storedTables, tableNameOf } from '../server/app/backup/catalog.ts'
import { migrate } from '../server/database/migrate.ts'
import { runCommand } from './commands.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { Figures, formatNumber, perSecond, printFigures, timed } from './table.ts'

// `npm run backup` and `npm run restore` as separate processes, compared with bare COPY of the same tables: out of the database and thrown
// away, and into tables that have their indexes.

const ROWS = Number(process.env.ROWS ?? 100_000)
const FILES = 200
const FILE_BYTES = 100_000

const top = await mkdtemp(join(tmpdir(), 'ruam-bench-backup-'))
const [kept, folder, back] = [join(top, 'data'), join(top, 'backups'), join(top, 'back')]
const product = await startProduct({ kept })
const figures = new Figures()
try {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  const { rows } = await admin.query<{ store_id: number }>('select store_id from store')
  await fillStore(admin, rows[0]!.store_id, ROWS)
  const stored = join(kept, 'files', '1')
  await mkdir(stored, { recursive: true })
  for (let place = 0; place < FILES; place++) await writeFile(join(stored, `file-${place}`), randomBytes(FILE_BYTES))
  await copiedOut(admin)
  const [outMs, bytes] = await timed(() => copiedOut(admin))
  const rate = (ms: number) =>
    `${formatNumber(bytes / 2 ** 20 / (ms / 1000))} MB/s, ${formatNumber(perSecond(ROWS, ms))} customers/s`
  for (const passphrase of ['', 'a passphrase for benches']) {
    await rm(folder, { recursive: true, force: true })
    const [ms, peak] = await timed(() =>
      runCommand(['backup.ts', folder], { RUAM_DATA: kept, RUAM_BACKUP_PASSPHRASE: passphrase }),
    )
    const size = statSync(join(folder, readdirSync(folder)[0]!)).size
    figures.add({
      work: `backup${passphrase && ', encrypted'}: ${formatNumber(size / 2 ** 20)} MB, ${formatNumber(peak)} MB of memory`,
      figure: rate(ms),
      floor: `${rate(outMs)} COPY TO`,
      ratio: (outMs / ms).toFixed(2),
    })
  }
  const inMs = await copiedIn(admin)
  const file = join(folder, readdirSync(folder)[0]!)
  const settings = { RUAM_DATA: back, RUAM_BACKUP_PASSPHRASE: 'a passphrase for benches' }
  const [ms, peak] = await timed(() => runCommand(['restore.ts', file], settings))
  figures.add({
    work: `restore, checked and with a new server: ${formatNumber(ms / 1000)} s, ${formatNumber(peak)} MB of memory`,
    figure: rate(ms),
    floor: `${rate(inMs)} COPY FROM`,
    ratio: (inMs / ms).toFixed(2),
  })
  await admin.end()
  printFigures(
    figures,
    `${formatNumber(ROWS)} customers, ${formatNumber(bytes / 2 ** 20)} MB as text, ${FILES} files of ${FILE_BYTES / 1000} KB`,
  )
} finally {
  await product.stop()
  await rm(top, { recursive: true, force: true })
}

/** COPY TO of every table, thrown away: its bytes. */
async function copiedOut(client: pg.Client): Promise<number> {
  let bytes = 0
  for (const table of await storedTables(client)) {
    for await (const chunk of client.query(to(`copy ${copiedOf(table)} to stdout`))) bytes += (chunk as Buffer).length
  }
  return bytes
}

/** The same tables by COPY into a database that has their indexes: milliseconds. */
async function copiedIn(admin: pg.Client): Promise<number> {
  await admin.query('create database floor owner ruam_owner')
  const url = new URL(product.superUrl)
  url.pathname = '/floor'
  const connection = JSON.parse(readFileSync(join(kept, 'postgres/connection.json'), 'utf8')) as {
    owner_password: string
  }
  const ownerUrl = new URL(url)
  ownerUrl.username = 'ruam_owner'
  ownerUrl.password = connection.owner_password
  await migrate(ownerUrl.href, readFileSync(join(kept, 'secret-key'), 'utf8').trim())
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  // Foreign keys are not looked up: COPY alone is the floor.
  await client.query("set session_replication_role to 'replica'")
  const [ms] = await timed(async () => {
    const tables = await storedTables(admin)
    await client.query(`truncate ${tables.map(tableNameOf).join(', ')}`)
    for (const table of tables) {
      await pipeline(
        admin.query(to(`copy ${copiedOf(table)} to stdout`)),
        client.query(from(`copy ${copiedOf(table)} from stdin`)),
      )
    }
  })
  await client.end()
  await admin.query('drop database floor with (force)')
  return ms
}
