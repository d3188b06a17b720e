// `npm run backup [folder]`: everything in one file, beside the running server.
import '../platform/core/node-version.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../platform/core/config.ts'
import { backupUrlOf } from '../platform/core/migrate.ts'
import { keepPostgres } from '../platform/postgres/keep.ts'
import { sizeShown } from './backup/backup-files.ts'
import { makeBackup } from './backup/make-backup.ts'
import { showProgress } from './backup/progress.ts'
import { cancellation, runCommand } from './backup/run-command.ts'

await runCommand(async () => {
  const dataFolder = process.env.RUAM_DATA || './data'
  if (!process.env.DATABASE_URL && !existsSync(join(dataFolder, 'postgres', 'cluster')))
    throw new Error(
      `There is nothing to back up: ${dataFolder} holds no database. RUAM_DATA names another data folder.`,
    )
  const config = readConfig(process.env)
  const folder = process.argv[2] ?? config.backupFolder ?? './backups'
  const embedded = config.databaseUrl ? undefined : await keepPostgres(join(config.dataFolder, 'postgres'), console.log)
  try {
    const made = await makeBackup({
      url: backupUrlOf(config.databaseUrl ?? embedded!.ownerUrl, config.secretKey),
      ...{ dataFolder: config.dataFolder, secretKey: config.secretKey, folder, passphrase: config.backupPassphrase },
      ...{ progress: showProgress(process.stdout), signal: cancellation() },
    })
    console.log(
      `Backed up ${made.rows.toLocaleString('en-US')} rows of ${made.tables} tables and ${made.files} files: ${made.path} (${sizeShown(made.size)}).`,
    )
    console.log(
      made.encrypted
        ? 'It is encrypted: without the passphrase in RUAM_BACKUP_PASSPHRASE nobody can restore it. Keep the passphrase elsewhere.'
        : 'It is NOT encrypted, and holds everything: customers with their phones and citizen ids, the uploaded files, the hashes of ' +
            'passwords, and the secret key that opens the keys of channels. Keep it where only you can read it, or set RUAM_BACKUP_PASSPHRASE.',
    )
  } finally {
    await embedded?.stop()
  }
})
