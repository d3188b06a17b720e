// `npm run verify audit`: whether the audit log of this machine's Ruam still is what was sealed, hour by hour.
import '../core/node-version.js'
import { readConfig } from '../core/config.ts'
import { missingSeals, sealsFileOf } from '../reports/audit-log/exported-seals.ts'
import { brokenReads, brokenSeals, missingActs } from '../reports/audit-log/seals.ts'
import { openServers } from '../servers/database-servers.ts'
import { openStorage } from '../storage/open-storage.ts'

const config = readConfig(process.env)
/** True if acts are known to be lost, which is no damage: their database was replaced by a backup. */
let hasGaps = false
const servers = await openServers(config, console.log)
try {
  const { lists } = await openStorage(config)
  for (const { id, pool } of servers.all) {
    const broken = await brokenSeals(pool)
    for (const { store_id, hour } of broken)
      console.error(`Store ${store_id}: the hour from ${hour}, or a name in it, is not what was sealed.`)
    const lost = await missingSeals(pool, lists, id)
    for (const { store_id, hour } of lost)
      console.error(
        `Store ${store_id}: the log is cut off before the end of the hour from ${hour}, which was sealed. After a restored backup remove ${sealsFileOf(id)} from the data folder.`,
      )
    const reads = await brokenReads(pool)
    for (const { store_id, day } of reads)
      console.error(`Store ${store_id}: the traces of who read sensitive values on ${day} are not what was sealed.`)
    if (broken.length + lost.length + reads.length > 0) process.exitCode = 1
    for (const { backup_at, restored_at } of await missingActs(pool)) {
      hasGaps = true
      const from = backup_at === null ? 'an unknown time' : backup_at
      console.error(
        `Gap: the acts between ${from} and ${restored_at} are not in the log. An older database was restored then.`,
      )
    }
  }
  if (!process.exitCode)
    console.log(
      hasGaps
        ? 'Apart from these gaps, every sealed hour of the audit log, with its names and traces of reading, is as it was sealed.'
        : 'Every sealed hour of the audit log, with its names and traces of reading, is as it was sealed.',
    )
} finally {
  await servers.close()
}
