// Processes of Ruam as on several machines: one database, one secret key, and nothing else that they share but the files.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importRun } from '@ruam/contract/imports/run.ts'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { databaseUrl, OWNER, TEMPLATE } from '../testing/database.testing.ts'
import { crashFile } from './crash-file.ts'
import type { RuamClient } from './ruam-client.ts'
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

/** Starts two processes that serve and two that work. */
export async function startFour({ start }: Processes) {
  const [apis, workers] = await Promise.all([
    Promise.all([start('api'), start('api')]),
    Promise.all([start('worker'), start('worker')]),
  ])
  return { apis, workers }
}

/** Imports 10,000 rows, and returns once a worker has written the first of them. */
export async function beginImport({ folder, ask }: Processes, client: RuamClient) {
  const { csv, counts } = crashFile(1, 10_000)
  const path = join(folder, 'customers.csv')
  await writeFile(path, csv)
  const id = await client.upload(path, 'ลูกค้า')
  await client.loaded(id)
  await client.map(id)
  const params = { id: String(id) }
  const dry = await client.call(importRun.dryRun, { params })
  await client.ended(id, dry.run_id)
  const run = await client.call(importRun.run, { params, body: { run_id: dry.run_id } })
  const begun = async () => (await ask("select from run where kind = 'real' and done > 0")).length
  await expect.poll(begun, { interval: 5, timeout: 60_000 }).toBe(1)
  return {
    /** Rows that the file adds. */
    added: counts.added,
    /** Waits for the end of the run, whose counts are those of the file. */
    async ended() {
      const { added, failed, duplicated } = (await client.ended(id, run.run_id)).stats
      expect({ added, failed, duplicated }).toEqual({
        added: counts.added,
        failed: counts.failed,
        duplicated: counts.duplicated,
      })
    },
  }
}
