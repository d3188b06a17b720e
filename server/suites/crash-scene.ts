import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '../core/sqlstate.ts'
import { createPool } from '../database/db.ts'
import { readPidFile } from '../database/postgres/process.ts'
import type { ReadRows } from './crash-count.ts'
import { type RuamProcess, startRuam } from './ruam-process.ts'

export type Victim = 'worker' | 'server' | 'postmaster' | 'everything'

/** A Ruam of several processes on one data folder, as a supervisor would run it: what is killed, it starts again. */
export interface Scene {
  address: string
  /** As the superuser; waits for a database that is away. */
  ask: ReadRows
  superUrl: string
  workers: RuamProcess[]
  /** Lines that the running processes have printed. */
  lines(): string[]
  /** kill -9, and then the start of what does not come back by itself. */
  kill(victim: Victim): Promise<void>
  addWorker(): Promise<RuamProcess>
  stop(): Promise<void>
}

const TRY_AGAIN_MS = 100
const MOST_TRIES = 600

/** Connections of workers whose run is at work. */
const RUNS = "select client_port as port from pg_stat_activity where application_name like 'ruam run %'"

/** `busy`: SQL for the ports of the connections of the worker that is killed. */
export async function openScene(folder: string, workerCount: number, busyPorts = RUNS): Promise<Scene> {
  const start = (role: 'all' | 'api' | 'worker', port?: number) => startRuam(folder, { role, port })
  // Without workers of their own, one process does all.
  const server = workerCount === 0 ? 'all' : 'api'
  let api = await start(server)
  const port = Number(new URL(api.address).port)
  const workers: RuamProcess[] = []
  for (let n = 0; n < workerCount; n++) workers.push(await start('worker'))
  const connection = JSON.parse(await readFile(join(folder, 'postgres/connection.json'), 'utf8')) as {
    port: number
    superuser_password: string
  }
  const superUrl = `postgres://postgres:${connection.superuser_password}@127.0.0.1:${connection.port}/ruam`
  const admin = createPool(superUrl, { max: 3 })
  const ask: ReadRows = async (sql, values) => {
    for (let tries = 1; ; tries++) {
      try {
        return (await admin.query(sql, values)).rows
      } catch (error) {
        if (!isOutage(error) || tries === MOST_TRIES) throw error
        await sleep(TRY_AGAIN_MS)
      }
    }
  }
  const killPostmaster = async () => {
    const file = await readPidFile(join(folder, 'postgres/cluster'))
    if (file) process.kill(file.pid, 'SIGKILL')
  }
  const killAll = async () => {
    await Promise.all([api, ...workers].map((one) => one.signal('SIGKILL')))
    await killPostmaster()
  }
  const restartWorker = async (place: number) => {
    workers[place] = await start('worker')
  }
  return {
    address: api.address,
    ask,
    superUrl,
    workers,
    lines: () => [api, ...workers].flatMap((one) => one.lines),
    async kill(victim) {
      if (victim === 'worker') {
        const busy = await busyWorker(ask, workers, busyPorts)
        await workers[busy]!.signal('SIGKILL')
        await restartWorker(busy)
      } else if (victim === 'server') {
        await api.signal('SIGKILL')
        api = await start(server, port)
      } else if (victim === 'postmaster') {
        await killPostmaster()
      } else {
        await killAll()
        api = await start(server, port)
        await Promise.all(workers.map((_, place) => restartWorker(place)))
      }
    },
    async addWorker() {
      const worker = await start('worker')
      workers.push(worker)
      return worker
    },
    async stop() {
      await admin.end()
      for (const one of [...workers, api]) await one.signal('SIGTERM')
    },
  }
}

/** The place of the worker whose run is at work now; the first one when none is. */
export async function busyWorker(ask: ReadRows, workers: RuamProcess[], busyPorts = RUNS): Promise<number> {
  const rows = await ask<{ port: number }>(busyPorts)
  for (const { port } of rows) {
    const pid = await ownerOfPort(port, workers)
    const place = workers.findIndex((worker) => worker.pid === pid)
    if (place >= 0) return place
  }
  return 0
}

/** Which process has this local TCP port, from /proc. */
async function ownerOfPort(port: number, workers: RuamProcess[]): Promise<number | undefined> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const table = await readFile('/proc/net/tcp', 'utf8')
  const line = table.split('\n').find((row) => row.trim().split(/\s+/)[1]?.endsWith(`:${hex}`))
  const inode = line?.trim().split(/\s+/)[9]
  for (const { pid } of workers) if (inode && (await hasSocket(pid, inode))) return pid
  return undefined
}

async function hasSocket(pid: number, inode: string): Promise<boolean> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')))
  return links.includes(`socket:[${inode}]`)
}
