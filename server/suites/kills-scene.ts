// Two API and two worker processes on a PostgreSQL of their own behind pgbouncer, with S3, NATS and LINE: all of it can be killed.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type LineSimulator, startLine } from '../../tools/line/server.ts'
import { isOutage } from '../core/sqlstate.ts'
import { createPool } from '../database/db.ts'
import { migrate } from '../database/migrate.ts'
import { startEmbeddedPostgres } from '../database/postgres/embedded.ts'
import { readPidFile } from '../database/postgres/process.ts'
import { databaseUrl } from '../testing/database.testing.ts'
import { type Door, openDoor } from '../testing/door.testing.ts'
import { hasPooler, startAppPooler } from '../testing/pooler.testing.ts'
import { noNatsServer, startNatsServer } from '../testing/push/nats-server.testing.ts'
import { startS3Server } from '../testing/s3-server.testing.ts'
import { until } from '../testing/until.testing.ts'
import type { ReadRows } from './crash-count.ts'
import { type RuamProcess, startRuam } from './ruam-process.ts'

export interface KillScene {
  folder: string
  apis: RuamProcess[]
  workers: RuamProcess[]
  /** Starts a killed process again, at its address. */
  restart(of: 'apis' | 'workers', place: number): Promise<void>
  /** As the superuser, past pooler and door; waits for a database that is away. */
  ask: ReadRows
  /** kill -9 of PostgreSQL and its backends, and a start at once, as systemd does. Returns the milliseconds until it takes connections. */
  restartPostgres(): Promise<number>
  /** In front of PostgreSQL, of S3 and of LINE. */
  doors: { database: Door; bucket: Door; line: Door }
  line: LineSimulator
  pooler: Awaited<ReturnType<typeof startAppPooler>> | undefined
  nats: Awaited<ReturnType<typeof startNatsServer>> | undefined
  stop(): Promise<void>
}

export async function openKillScene(): Promise<KillScene> {
  const { secretKey } = inject('database')
  const folder = await mkdtemp(join(tmpdir(), 'ruam-kills-'))
  // Committed rows must survive kill -9, unlike in the PostgreSQL of all tests. The machine goes on, so nothing needs fsync.
  const start = () =>
    startEmbeddedPostgres({ folder: join(folder, 'database'), samePort: postgres !== undefined, settings })
  const settings = { max_connections: '200', fsync: 'off' }
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>> | undefined
  postgres = await start()
  const [line, s3] = await Promise.all([startLine(), startS3Server()])
  const { endpoint, bucket, keys } = s3.settings
  const [database, toBucket, toLine] = await Promise.all([
    openDoor(postgres.ownerUrl),
    openDoor(endpoint!),
    openDoor(line.url),
  ])
  await migrate(postgres.ownerUrl, secretKey)
  const ownerUrl = new URL(postgres.ownerUrl)
  ownerUrl.port = String(database.port)
  const superUrl = databaseUrl(postgres.superUrl, 'ruam')
  const pooler = hasPooler() ? await startAppPooler(ownerUrl.href, secretKey, superUrl) : undefined
  const nats = noNatsServer ? undefined : await startNatsServer(folder)
  const env = {
    ...{ DATABASE_URL: pooler?.urlOf(ownerUrl.href) ?? ownerUrl.href, RUAM_SECRET_KEY: secretKey, METRICS_PORT: '0' },
    ...(pooler && { DATABASE_DIRECT_URL: ownerUrl.href }),
    ...{ LINE_API_URL: `http://127.0.0.1:${toLine.port}`, S3_ENDPOINT: `http://127.0.0.1:${toBucket.port}` },
    ...{ S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keys!.id, S3_SECRET_ACCESS_KEY: keys!.secret, S3_PATH_STYLE: '1' },
    ...(nats && { NATS_URL: nats.settings.servers.join(','), NATS_NKEY: nats.settings.nkey! }),
  }
  const startProcess = (role: 'api' | 'worker', port?: number) => startRuam(join(folder, 'data'), { role, port, env })
  const apis = await Promise.all([startProcess('api'), startProcess('api')])
  const workers = await Promise.all([startProcess('worker'), startProcess('worker')])
  const admin = createPool(superUrl, { max: 2 })
  const ask: ReadRows = (sql, values) =>
    until(() =>
      admin.query(sql, values).then(
        ({ rows }) => rows,
        (error) => {
          if (!isOutage(error)) throw error
          return undefined
        },
      ),
    )
  return {
    ...{ folder, apis, workers, ask, line, pooler, nats },
    doors: { database, bucket: toBucket, line: toLine },
    async restart(of, place) {
      const killed = of === 'apis' ? apis : workers
      const port = of === 'apis' ? Number(new URL(apis[place]!.address).port) : undefined
      killed[place] = await startProcess(of === 'apis' ? 'api' : 'worker', port)
    },
    async restartPostgres() {
      await postgres!.leave()
      const began = performance.now()
      const { pid } = (await readPidFile(join(folder, 'database/cluster')))!
      const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
      // The postmaster first: it would start others.
      for (const one of [pid, ...children.map(Number)]) process.kill(one, 'SIGKILL')
      postgres = await start()
      return performance.now() - began
    },
    async stop() {
      await Promise.all([...apis, ...workers].map((one) => one.signal('SIGTERM')))
      await admin.end()
      await pooler?.stop()
      await Promise.all([database.close(), toBucket.close(), toLine.close(), nats?.kill(), line.stop(), s3.stop()])
      await postgres!.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
