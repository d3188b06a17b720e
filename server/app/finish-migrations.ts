import pg from 'pg'
import type { TimedWork } from '../core/clock.ts'
import { migrationFiles } from '../database/migration-files.ts'
import { readRoles } from '../database/role-names.ts'
import { runBackground } from '../database/run-steps.ts'

/** Runs the steps of migrations that a start left for the background, as the owner of the database. */
export const finishMigrations = (ownerUrl: string): TimedWork => ({
  name: 'migrations',
  everyMs: 600_000,
  async work(signal) {
    const client = new pg.Client({ connectionString: ownerUrl, application_name: 'ruam migrations' })
    client.on('error', () => {})
    await client.connect()
    // A statement in the background may take hours, and the process must not.
    const end = () => void client.end().catch(() => {})
    try {
      signal.addEventListener('abort', end, { once: true })
      await runBackground(client, migrationFiles(), await readRoles(client), signal)
    } finally {
      signal.removeEventListener('abort', end)
      await client.end().catch(() => {})
    }
  },
})
