import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runCommand } from './commands.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { type Figure, formatNumber, printFigures, timed } from './table.ts'

// `npm run backup` and `npm run backup:rehearse` beside the running product. All outside addresses point to a port that counts calls.

const PEOPLE = Number(process.env.REHEARSAL_PEOPLE ?? 100_000)
const FILES = Number(process.env.REHEARSAL_FILES ?? 2000)
const FILE_BYTES = 100_000
/** Seconds in which a restored installation must serve. */
const SERVES_WITHIN = 15 * 60

const top = await mkdtemp(join(tmpdir(), 'ruam-bench-rehearsal-'))
const [kept, folder] = [join(top, 'data'), join(top, 'backups')]
let calls = 0
const outside = createServer((socket) => {
  calls++
  socket.destroy()
}).listen(0, '127.0.0.1')
const product = await startProduct({ kept })
try {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  const { rows } = await admin.query<{ store_id: number }>('select store_id from store')
  await fillStore(admin, rows[0]!.store_id, PEOPLE)
  await admin.end()
  const stored = join(kept, 'files', String(rows[0]!.store_id))
  await mkdir(stored, { recursive: true })
  for (let place = 0; place < FILES; place++) await writeFile(join(stored, `file-${place}`), randomBytes(FILE_BYTES))
  const there = `127.0.0.1:${(outside.address() as AddressInfo).port}`
  const env = {
    ...{ RUAM_DATA: kept, RUAM_BACKUP: folder, RUAM_BACKUP_PASSPHRASE: 'a passphrase for benches' },
    ...{ LINE_API_URL: `http://${there}`, LINE_DATA_URL: `http://${there}`, FACEBOOK_GRAPH_URL: `http://${there}` },
    ...{ SMTP_URL: `smtp://${there}`, MAIL_FROM: 'ruam@example.com', PUBLIC_URL: `http://${there}` },
  }
  const [backupMs, backupPeak] = await timed(() => runCommand(['backup.ts'], env))
  const size = statSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.backup'))!)).size
  const [rehearsalMs, rehearsalPeak] = await timed(() => runCommand(['backup-rehearse.ts'], env))
  const report = JSON.parse(
    readFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('rehearsal.json'))!), 'utf8'),
  ) as { seconds: { restored: number; ready: number }; rows: number; refused: string[] }
  const { restored, ready } = report.seconds
  const figure = (work: string, ms: number): Figure => ({
    work,
    figure: `${formatNumber(ms / 1000)} s`,
    floor: '',
    ratio: '',
  })
  printFigures(
    [
      figure(
        `backup, encrypted: ${formatNumber(size / 2 ** 20)} MB, ${formatNumber(backupPeak)} MB of memory`,
        backupMs,
      ),
      figure(`checked and restored: ${formatNumber(report.rows)} rows`, restored * 1000),
      figure('until the copy serves a member', ready * 1000),
      figure(`whole rehearsal: ${formatNumber(rehearsalPeak)} MB of memory, ${calls} calls outside`, rehearsalMs),
    ],
    `${formatNumber(PEOPLE)} customers, ${formatNumber(FILES)} files of ${FILE_BYTES / 1000} KB`,
  )
  if (calls > 0 || ready > SERVES_WITHIN) throw new Error(`${calls} calls outside, and ready after ${ready} s.`)
} finally {
  await product.stop()
  outside.close()
  await rm(top, { recursive: true, force: true })
}
