// Processes of Ruam as on several machines: one database, one secret key, and nothing else that they share but the files.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl, OWNER, TEMPLATE } from '../platform/core/database.testing.ts'
import { type RuamProcess, startRuam } from './ruam-process.ts'

export interface Processes {
  folder: string
  /** Settings of every process. */
  env: Record<string, string>
  /** As the superuser. */
  ask<T extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<T[]>
  start(role: 'api' | 'worker'): Promise<RuamProcess>
  /** Ends the processes and removes all of it. */
  stop(): Promise<void>
}

/** A database of its own; processes are started by the caller. */
export async function openProcesses(name: string, more: Record<string, string> = {}): Promise<Processes> {
  const { superUrl, secretKey } = inject('database')
  const folder = await mkdtemp(join(tmpdir(), `${name}-`))
  const root = new pg.Client({ connectionString: superUrl })
  await root.connect()
  await root.query(`create database ${name} template ${TEMPLATE} owner ${OWNER}`)
  const admin = new pg.Pool({ connectionString: databaseUrl(superUrl, name), max: 2 })
  admin.on('error', () => {})
  const ownerUrl = databaseUrl(superUrl, name, { name: OWNER, password: 'owner' })
  const env = { DATABASE_URL: ownerUrl, RUAM_SECRET_KEY: secretKey, ...more }
  const started: RuamProcess[] = []
  return {
    folder,
    env,
    async ask<T extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
      return (await admin.query<T>(sql, values)).rows
    },
    async start(role) {
      const process = await startRuam(folder, { role, env })
      started.push(process)
      return process
    },
    async stop() {
      await Promise.all(started.map((one) => one.signal('SIGTERM')))
      await admin.end()
      await root.query(`drop database ${name} with (force)`)
      await root.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
