// `npm run restore <file>`: what `npm run backup` wrote, into an empty data folder or an empty database.
import '../core/node-version.js'
import { readSettings } from '../core/config.ts'
import { openBackup } from './backup/backup-files.ts'
import { showProgress } from './backup/progress.ts'
import { restore } from './backup/restore.ts'
import { cancellation, runCommand } from './backup/run-command.ts'

await runCommand(async () => {
  const words = process.argv.slice(2)
  const file = words.find((word) => !word.startsWith('--'))
  const unknown = words.find((word) => word.startsWith('--') && word !== '--replace')
  if (!file || unknown) throw new Error('Use: npm run restore <file>, or npm run restore <file> -- --replace')
  const settings = readSettings(process.env)
  const replace = words.includes('--replace')
  const done = await restore({
    file: await openBackup(file, settings),
    settings,
    replace,
    progress: showProgress(process.stdout),
    signal: cancellation(),
  })
  const { rows, tables, files, madeAt, aside } = done
  console.log(
    `Restored ${rows.toLocaleString('en-US')} rows of ${tables} tables and ${files} files, as they were at ${madeAt}.`,
  )
  console.log(
    'Everybody signs in again; links and invitations that were sent before no longer work. What was under way goes on with `npm start`.',
  )
  console.log(
    'With `npm start`, what was revoked, removed, closed or withdrawn since then is so again, and broadcasts that were due wait on the dashboard.',
  )
  if (aside) console.log(`What was there before lies in ${aside}: delete it once all is well.`)
})
