// `npm run verify audit`: whether the audit log of this machine's Ruam still is what was sealed, hour by hour.
import './core/node-version.js'
import { brokenSeals } from './audit-log/seals.ts'
import { readConfig } from './core/config.ts'
import { startDatabase } from './core/database.ts'
import { createPool } from './core/db.ts'

const database = await startDatabase(readConfig(process.env), console.log)
const pool = createPool(database.appUrl, { max: 1 })
try {
  const broken = await brokenSeals(pool)
  for (const { store_id, hour } of broken)
    console.error(`Store ${store_id}: the hour from ${hour} is not what was sealed.`)
  if (broken.length > 0) process.exitCode = 1
  else console.log('Every sealed hour of the audit log is as it was sealed.')
} finally {
  await pool.end()
  await database.stop()
}
