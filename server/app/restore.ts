// `npm run restore`: what `npm run backup` wrote, or an instant of the archive, into an empty data folder or an empty database.
import '../core/node-version.js'
import { parseArgs } from 'node:util'
import { readSettings } from '../core/config.ts'
import { restoreArchive } from './archive/restore-archive.ts'
import { openBackup } from './backup/backup-files.ts'
import { showProgress } from './backup/progress.ts'
import { restore } from './backup/restore.ts'
import { cancellation, runCommand } from './backup/run-command.ts'

const USE =
  'Use: npm run restore <file or folder>, or npm run restore -- --archive [folder] [--to "2026-11-27 14:03"]; --replace moves what is there aside.'

await runCommand(async () => {
  const { values, positionals } = read()
  const settings = readSettings(process.env)
  const common = { settings, replace: values.replace, progress: showProgress(process.stdout), signal: cancellation() }
  const [address = values.archive ? settings.archive : undefined] = positionals
  if (!address || (values.to !== undefined && !values.archive)) throw new Error(USE)
  const aside = values.archive
    ? await fromArchive(address, values.to === undefined ? undefined : instantOf(values.to))
    : await fromFile(address)
  console.log(
    'Everybody signs in again; links and invitations that were sent before no longer work. What was under way goes on with `npm start`.',
  )
  console.log(
    'With `npm start`, what was revoked, removed, closed or withdrawn since then is so again, and broadcasts that were due wait on the dashboard.',
  )
  if (aside) console.log(`What was there before lies in ${aside}: delete it once all is well.`)

  async function fromFile(address: string): Promise<string | null> {
    const { rows, tables, files, madeAt, aside } = await restore({
      ...common,
      file: await openBackup(address, settings),
    })
    console.log(
      `Restored ${rows.toLocaleString('en-US')} rows of ${tables} tables and ${files} files, as they were at ${madeAt}.`,
    )
    return aside
  }

  async function fromArchive(address: string, to: Date | undefined): Promise<string | null> {
    if (settings.databaseUrl)
      throw new Error('The archive is one of the embedded PostgreSQL: unset DATABASE_URL to restore it.')
    const { at, aside } = await restoreArchive({ ...common, address, to })
    console.log(`Restored the database and the files as they were at ${at}.`)
    return aside
  }
})

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        archive: { type: 'boolean', default: false },
        to: { type: 'string' },
      },
    })
  } catch {
    throw new Error(USE)
  }
}

/** An instant by the clock of this machine, unless it names a zone. */
function instantOf(text: string): Date {
  const at = new Date(text.replace(' ', 'T'))
  if (Number.isNaN(at.getTime())) throw new Error(`${text} is no instant: write "2026-11-27 14:03".`)
  return at
}
