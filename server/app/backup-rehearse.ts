// `npm run backup:rehearse [folder]`: restores the newest backup into a folder of its own, starts it there and writes a report.
import '../core/node-version.js'
import { readConfig } from '../core/config.ts'
import { openServers } from '../servers/database-servers.ts'
import { openBackupPlace } from '../storage/backup-place.ts'
import { openStorage } from '../storage/open-storage.ts'
import { showProgress } from './backup/progress.ts'
import { cancellation, runCommand } from './backup/run-command.ts'
import { rehearse, reportNameOf } from './rehearsal/rehearse.ts'

await runCommand(async () => {
  const config = readConfig(process.env)
  const folder = process.argv[2] ?? config.backupFolder ?? './backups'
  const place = await openBackupPlace(folder, config.backupBucket)
  const { lists } = await openStorage(config)
  const servers = await openServers(config, console.log)
  try {
    const report = await rehearse({
      ...{ config, lists, place, progress: showProgress(process.stdout), signal: cancellation() },
    })
    const { ok, faults, backup_at, seconds } = report
    for (const { pool } of servers.all)
      await pool.query('select auth.rehearsal_ended($1, $2, $3, $4)', [ok, backup_at, seconds.total, faults])
    if (!ok) throw new Error(`The newest backup failed its rehearsal: ${faults.join(' ')}`)
    console.log(
      `The backup of ${backup_at} was restored in ${seconds.restored} s and answered after ${seconds.ready} s: ` +
        `${report.rows.toLocaleString('en-US')} rows, ${report.files} files, all seals whole. Report: ${reportNameOf(config.secretKey)} in ${place.title}.`,
    )
  } finally {
    await servers.close()
  }
})
