// `npm run servers`: lists the database servers and their stores with size and load, and the command that moves each. `-- --move 7 2` moves as
// `npm run store:move 7 2` does.
import '../core/node-version.js'
import { readConfig } from '../core/config.ts'
import { startDatabase } from '../database/database.ts'
import { createPool } from '../database/db.ts'
import { runningServers } from '../servers/database-servers.ts'
import { readOverview } from '../servers/move/overview.ts'
import { runCommand } from './backup/run-command.ts'
import { overviewLines } from './servers-table.ts'
import { moveByCommand } from './store-move-command.ts'

await runCommand(async () => {
  const [flag, ...words] = process.argv.slice(2)
  if (flag === '--move') return moveByCommand(words)
  if (flag !== undefined)
    throw new Error('Use: npm run servers, or npm run servers -- --move 7 2 to move store 7 to server 2')
  const config = readConfig(process.env)
  const database = await startDatabase(config, () => {})
  const pool = createPool(database.directAppUrl, { max: 2 })
  const servers = runningServers(config, { id: 1, ownerUrl: database.ownerUrl, powerUrl: database.rewriteUrl, pool })
  try {
    for (const line of overviewLines(await readOverview(servers))) console.log(line)
  } finally {
    await servers.close()
    await pool.end()
    await database.stop()
  }
})
