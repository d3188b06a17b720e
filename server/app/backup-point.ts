// `npm run backup:point ['name']`: makes a restore point on all database servers at one instant, and says how to return to it.
import '../core/node-version.js'
import { readConfig } from '../core/config.ts'
import { makeRestorePoint, waitForArchives } from './backup/restore-point.ts'
import { runCommand } from './backup/run-command.ts'

/** Time in which a file of 16 MB reaches a bucket. */
const PATIENCE_MS = 60_000

await runCommand(async () => {
  const [name = `ruam ${new Date().toISOString().slice(0, 19)}Z`, ...more] = process.argv.slice(2)
  if (more.length > 0) throw new Error("Use: npm run backup:point 'before the import', with one name")
  const config = readConfig(process.env)
  if (!config.databaseUrl)
    throw new Error(
      'Restore points are for a PostgreSQL of your own (DATABASE_URL). RUAM_ARCHIVE restores the embedded one to any instant.',
    )
  const servers = [
    { id: 1, url: config.databaseUrl },
    ...config.servers.map(({ id, databaseUrl }) => ({ id, url: databaseUrl })),
  ]
  const point = await makeRestorePoint(servers, name)
  console.log(
    `The restore point '${name}' is made on ${servers.length === 1 ? 'the server' : `all ${servers.length} servers`}. Writes waited for ${(point.stoppedMs / 1000).toFixed(2)} s.`,
  )
  await waitForArchives(servers, point, PATIENCE_MS)
  console.log(`It is archived. To return to it, on every server: --type=name --target='${name}' (docs/operations.md)`)
})
