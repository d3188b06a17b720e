// `npm run backup [folder or s3://bucket/prefix]`: writes everything to one file while the server runs.
import '../core/node-version.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../core/config.ts'
import { isDiskFull } from '../core/sqlstate.ts'
import { appUrlOf, backupUrlOf } from '../database/migrate.ts'
import { supervisePostgres } from '../database/postgres/supervise.ts'
import { learnRoles } from '../database/role-names.ts'
import { openBackupPlace } from '../storage/backup-place.ts'
import { formatSize } from './backup/backup-files.ts'
import { openBackupStorage } from './backup/backup-storage.ts'
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
  const words = process.argv.slice(2)
  // The nightly backup's own: when it was due.
  const due = words.find((word) => word.startsWith('--due='))?.slice('--due='.length)
  const folder = words.find((word) => !word.startsWith('--')) ?? config.backupFolder ?? './backups'
  const embedded = config.databaseUrl
    ? undefined
    : await supervisePostgres(join(config.dataFolder, 'postgres'), console.log)
  try {
    const ownerUrl = config.databaseUrl ?? embedded!.ownerUrl
    // The backup itself reports a database that is not there.
    await learnRoles(ownerUrl).catch(() => {})
    const made = await makeBackup({
      ...{
        url: backupUrlOf(ownerUrl, config.secretKey),
        appUrl: config.appUrl ?? appUrlOf(ownerUrl, config.secretKey),
      },
      ...(due && { due: new Date(due) }),
      ...(await openBackupStorage(config)),
      ...{ secretKey: config.secretKey, passphrase: config.backupPassphrase },
      place: await openBackupPlace(folder, config.backupBucket),
      ...{ progress: showProgress(process.stdout), signal: cancellation() },
    })
    if (!made) return console.log('Another process has made the backup.')
    console.log(
      `Backed up ${made.rows.toLocaleString('en-US')} rows of ${made.tables} tables and ${made.files} files: ${made.path} (${formatSize(made.size)}).`,
    )
    if (config.servers.length > 0)
      console.log(
        `It does NOT hold the stores on ${config.servers.map(({ id }) => `server ${id}`).join(', ')}: back those servers up by PostgreSQL's own means (docs/operations.md).`,
      )
    console.log(
      made.encrypted
        ? 'It is encrypted: without the passphrase in RUAM_BACKUP_PASSPHRASE it cannot be restored. Keep the passphrase elsewhere.'
        : 'It is NOT encrypted, and holds everything: customers with their phones and citizen ids, the uploaded files, the hashes of ' +
            'passwords, and the secret key that opens the keys of channels. Keep it where only you can read it, or set RUAM_BACKUP_PASSPHRASE.',
    )
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new Error(`The disk is full: no backup was written to ${folder}. Free some room, and start again.`)
  } finally {
    await embedded?.stop()
  }
})
