// `npm run verify audit`: whether the audit log of this machine's Ruam still is what was sealed, hour by hour.
import '../platform/core/node-version.js'
import { readConfig } from '../platform/core/config.ts'
import { startDatabase } from '../platform/core/database.ts'
import { createPool } from '../platform/core/db.ts'
import { openStorage } from '../platform/core/open-storage.ts'
import { KEPT_SEALS, lostSeals } from '../reports/audit-log/kept-seals.ts'
import { brokenSeals } from '../reports/audit-log/seals.ts'

const config = readConfig(process.env)
const database = await startDatabase(config, console.log)
const pool = createPool(database.directAppUrl, { max: 1 })
try {
  const broken = await brokenSeals(pool)
  for (const { store_id, hour } of broken)
    console.error(`Store ${store_id}: the hour from ${hour} is not what was sealed.`)
  const lost = await lostSeals(pool, (await openStorage(config)).lists)
  for (const { store_id, hour } of lost)
    console.error(
      `Store ${store_id}: the log is cut off before the end of the hour from ${hour}, which was sealed. After a restored backup remove ${KEPT_SEALS} from the data folder.`,
    )
  if (broken.length + lost.length > 0) process.exitCode = 1
  else console.log('Every sealed hour of the audit log is as it was sealed.')
} finally {
  await pool.end()
  await database.stop()
}
