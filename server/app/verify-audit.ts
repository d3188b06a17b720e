// `npm run verify audit`: whether the audit log of this machine's Ruam still is what was sealed, hour by hour.
import '../platform/core/node-version.js'
import { readConfig } from '../platform/core/config.ts'
import { openServers } from '../platform/core/database-servers.ts'
import { openStorage } from '../platform/core/open-storage.ts'
import { keptSealsOf, lostSeals } from '../reports/audit-log/kept-seals.ts'
import { brokenSeals } from '../reports/audit-log/seals.ts'

const config = readConfig(process.env)
const servers = await openServers(config, console.log)
try {
  const { lists } = await openStorage(config)
  for (const { id, pool } of servers.all) {
    const broken = await brokenSeals(pool)
    for (const { store_id, hour } of broken)
      console.error(`Store ${store_id}: the hour from ${hour} is not what was sealed.`)
    const lost = await lostSeals(pool, lists, id)
    for (const { store_id, hour } of lost)
      console.error(
        `Store ${store_id}: the log is cut off before the end of the hour from ${hour}, which was sealed. After a restored backup remove ${keptSealsOf(id)} from the data folder.`,
      )
    if (broken.length + lost.length > 0) process.exitCode = 1
  }
  if (!process.exitCode) console.log('Every sealed hour of the audit log is as it was sealed.')
} finally {
  await servers.close()
}
