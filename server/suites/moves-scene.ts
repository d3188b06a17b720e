// An installation of two database servers: two processes that serve requests and a worker, which a suite kills.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type LineSimulator, startLine } from '../../tools/line/server.ts'
import { isOutage } from '../core/sqlstate.ts'
import type { DatabaseServers } from '../servers/database-servers.ts'
import { serverOf } from '../servers/store-holds.ts'
import { type Cluster, secretKey, twoClusters } from '../testing/servers/two-clusters.testing.ts'
import { type Mover, startMover } from './mover.ts'
import { installLog } from './moves-log.ts'
import { type RuamProcess, startRuam } from './ruam-process.ts'

export interface MovesScene {
  clusters: readonly [Cluster, Cluster]
  servers: DatabaseServers
  line: LineSimulator
  folder: string
  /** Address of one of the processes that serve requests. */
  address(): string
  clusterOf(storeId: number): Promise<Cluster>
  /** Asks a store's server as the superuser; waits for one that is away. */
  ask<T extends pg.QueryResultRow>(storeId: number, sql: string, values?: unknown[]): Promise<T[]>
  /** kill -9, and then the start of what does not come back by itself. */
  kill(victim: 'worker' | 'api' | Cluster): Promise<void>
  /** True if nothing but a mover was killed, or came back, between two moments of Date.now(). */
  calm(since: number, until?: number): boolean
  move(storeId: number, to: number): Mover
  stop(): Promise<void>
}

/** Milliseconds after a kill in which answers may still be bad. */
const AFTERMATH_MS = 5000

export async function openMovesScene(): Promise<MovesScene> {
  const { one, two, servers } = await twoClusters({ fsync: 'off', max_connections: '200' })
  for (const { admin } of [one, two]) {
    // As on a managed server: the command has the owner's rights and no superuser's.
    await admin.query(
      'alter role ruam_owner replication bypassrls; grant pg_create_subscription to ruam_owner; grant set on parameter session_replication_role to ruam_owner',
    )
    await installLog({ admin })
  }
  const folder = await mkdtemp(join(tmpdir(), 'ruam-at-work-'))
  const line = await startLine()
  const env: Record<string, string> = {
    ...{ DATABASE_URL: one.ownerUrl, DATABASE_URL_2: two.ownerUrl, RUAM_SECRET_KEY: secretKey, RUAM_DATA: folder },
    LINE_API_URL: line.url,
  }
  const start = (role: 'api' | 'worker', port?: number) => startRuam(folder, { role, port, env })
  const apis: RuamProcess[] = [await start('api'), await start('api')]
  const addresses = apis.map(({ address }) => address)
  let worker = await start('worker')
  let turn = 0
  const kills: { from: number; until: number }[] = []

  const clusterOf = async (storeId: number) => ((await surely(() => serverOf(servers, storeId))) === 1 ? one : two)
  async function strike(victim: 'worker' | 'api' | Cluster): Promise<void> {
    if (victim === 'worker') {
      await worker.signal('SIGKILL')
      worker = await start('worker')
    } else if (victim === 'api') {
      const place = turn % 2
      await apis[place]!.signal('SIGKILL')
      apis[place] = await start('api', Number(new URL(addresses[place]!).port))
    } else await victim.kill()
  }
  return {
    ...{ clusters: [one, two], servers, line, folder, clusterOf },
    address: () => addresses[turn++ % 2]!,
    ask: (storeId, sql, values = []) =>
      surely(async () => (await (await clusterOf(storeId)).admin.query(sql, values)).rows),
    async kill(victim) {
      const span = { from: Date.now(), until: Number.POSITIVE_INFINITY }
      kills.push(span)
      await strike(victim)
      span.until = Date.now() + AFTERMATH_MS
    },
    calm: (since, until = Date.now()) => kills.every((span) => span.until < since || span.from > until),
    move: (storeId, to) => startMover(env, storeId, to),
    async stop() {
      for (const one of [...apis, worker]) await one.signal('SIGTERM')
      await line.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** For reads alone: they are repeated while a database is away. */
async function surely<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await read()
    } catch (error) {
      if (!isOutage(error) || tries === 300) throw error
      await sleep(100)
    }
  }
}
