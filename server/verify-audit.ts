// `npm run verify audit`: whether the audit log of this machine's Ruam still is what was sealed, hour by hour.
import './core/node-version.js'
import { KEPT_SEALS, lostSeals } from './audit-log/kept-seals.ts'
import { brokenSeals } from './audit-log/seals.ts'
import { readConfig } from './core/config.ts'
import { startDatabase } from './core/database.ts'
import { createPool } from './core/db.ts'

const config = readConfig(process.env)
const database = await startDatabase(config, console.log)
const pool = createPool(database.appUrl, { max: 1 })
try {
  const broken = await brokenSeals(pool)
  for (const { store_id, hour } of broken)
    console.error(`Store ${store_id}: the hour from ${hour} is not what was sealed.`)
  const lost = await lostSeals(pool, config.dataFolder)
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
