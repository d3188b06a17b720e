import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { type Db, isOutage } from './db.ts'
import { referenceOf } from './reference.ts'

// After kill -9 another worker takes the job once its heartbeat is 10 s old; pg-boss asks for no less.
const survivesKill = { heartbeatSeconds: 10, retryLimit: 1000, retryDelay: 1, expireInSeconds: 24 * 3600, notify: true }

/** Every queue there is, made by the migration. Names are for ever: jobs with them may be waiting in somebody's database. */
export const queues = {
  'file-load': survivesKill,
  'file-remove': survivesKill,
  'data-source-run': survivesKill,
  'sample-store': survivesKill,
  'store-job': survivesKill,
} as const

/** Of work that must come to its end, whatever happens: tried again after 2 s, then ever more slowly; seconds. */
const patience = {
  retryBackoff: true,
  retryDelayMax: 600,
  retryLimit: 1_000_000,
  retentionSeconds: 10 * 365 * 24 * 3600,
}

const OUTAGE_PAUSE_MS = 300

/** Jobs of one queue that a process works at once. */
const PLACES = 2

/** What has had a turn already goes behind what is new. */
const NEW = 1
const BEHIND = 0

/** How long a turn lasts while others wait, in milliseconds: for one that is new at least, and for one that has had a turn. */
export interface TurnTimes {
  least: number
  whole: number
}
const usualTimes: TurnTimes = { least: 300, whole: 10_000 }

/** What each job carries: ids alone, so that a job can't be out of date. */
const payloads = {
  'file-load': z.strictObject({ store_id: z.int(), file_id: z.int() }),
  'file-remove': z.strictObject({ keys: z.array(z.string()) }),
  'data-source-run': z.strictObject({ store_id: z.int(), run: z.int() }),
  'sample-store': z.strictObject({ store_id: z.int(), user_id: z.int() }),
  'store-job': z.strictObject({ store_id: z.int(), job: z.int() }),
} satisfies Record<keyof typeof queues, z.ZodType>

export type JobName = keyof typeof queues
type Payload<N extends JobName> = z.output<(typeof payloads)[N]>
export type JobHandlers = { [N in JobName]: (payload: Payload<N>, signal: AbortSignal, turn: Turn) => Promise<void> }

/** A place in a queue, which a handler has until it ends or leaves it to others. */
export interface Turn {
  /**
   * Whether it is time to leave: another store's job waits that is new, or one that had its turn before and this one has lasted for
   * ten seconds.
   */
  isOver(db: Db): Promise<boolean>
  /** Leaves with the caller's transaction, which puts what is to go on into the queue once more, behind the others. */
  leave(db: Db): Promise<void>
}

export interface Enqueued {
  patient?: boolean
  behind?: boolean
}

export interface Jobs {
  /**
   * Puts a job into the queue with the transaction that makes it needed: both or neither. `patient`: its handler is called again
   * until it does not throw, with growing pauses of up to ten minutes, also after a restart. `behind`: its store has had a turn, so
   * that those who had none go first.
   */
  enqueue<N extends JobName>(db: Db, name: N, payload: Payload<N>, options?: Enqueued): Promise<void>
  /** Begins to work the queues. A handler may run twice and must be safe then; its signal fires when the server stops. */
  work(handlers: JobHandlers, onError: (error: unknown) => void): Promise<void>
  stop(): Promise<void>
}

/** pg-boss with the settings that were measured: a killed worker's job is taken over in about 12 s, a new one starts at once. */
export async function startJobs(
  appUrl: string,
  onError: (error: unknown) => void,
  times: TurnTimes = usualTimes,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: appUrl,
    schema: 'pgboss',
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: false,
    monitorIntervalSeconds: 2,
    superviseIntervalSeconds: 2,
    useListenNotify: true,
    // The application role owns no index of the queue.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start()
  const stopping = new AbortController()

  /** Waits for a database that went away; true when the job is still this worker's then, which goes on at once. */
  async function isStillOurs(name: JobName, job: Job<object>, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      try {
        await sleep(OUTAGE_PAUSE_MS, undefined, { signal })
        // The heartbeat counts only for the worker that fetched the job last, and keeps it from being taken away meanwhile.
        await boss.touch(name, [job])
        const now = await boss.getJobById(name, job.id)
        return now?.state === 'active' && now.retryCount === job.retryCount
      } catch (error) {
        if (!isOutage(error)) return false
      }
    }
  }

  function turnOf(name: JobName, job: Job<object>): Turn {
    const begun = performance.now()
    const { store_id: own } = job.data as { store_id?: number }
    return {
      async isOver(db) {
        const lasted = performance.now() - begun
        if (lasted < times.least) return false
        const { rows } = await sql<{ wanted: boolean }>`select exists (select from pgboss.job where name = ${name}
          and state < 'active' and not blocked and start_after <= clock_timestamp()
          and priority >= ${lasted < times.whole ? NEW : BEHIND}
          and (data ->> 'store_id')::int is distinct from ${own ?? null}) as wanted`.execute(db)
        return rows[0]!.wanted
      },
      async leave(db) {
        await boss.complete(name, job, undefined, { db: fromKysely(db as never) })
      },
    }
  }

  /** Works a queue, one job at a time. */
  async function workAt(
    name: JobName,
    handle: (payload: unknown, signal: AbortSignal, turn: Turn) => Promise<void>,
    onFailure: (error: unknown) => void,
  ): Promise<void> {
    const options = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2, batchSize: 1 }
    let place: string | undefined
    place = await boss.work(name, options, async ([job]: Job<object>[]) => {
      const signal = AbortSignal.any([stopping.signal, job!.signal])
      const turn = turnOf(name, job!)
      try {
        for (;;) {
          try {
            return await handle(payloads[name].parse(job!.data), signal, turn)
          } catch (error) {
            if (!stopping.signal.aborted) onFailure(error)
            if (isOutage(error) && (await isStillOurs(name, job!, signal))) continue
            // The queue keeps what is thrown, and a database error may repeat a row.
            throw new Error(`reference ${referenceOf(error)}`)
          }
        }
      } finally {
        // What waited before this one began has been notified of already: the next look at the queue would be a poll.
        if (place) boss.notifyWorker(place)
      }
    })
  }

  return {
    async enqueue(db, name, payload, { patient = false, behind = false } = {}) {
      const priority = behind ? BEHIND : NEW
      await boss.send(name, payload, { db: fromKysely(db as never), priority, ...(patient && patience) })
    },
    async work(handlers, onFailure) {
      for (const name of Object.keys(queues) as JobName[]) {
        const handle = handlers[name] as JobHandlers[JobName] as (p: unknown, s: AbortSignal, t: Turn) => Promise<void>
        for (let place = 0; place < PLACES; place++) await workAt(name, handle, onFailure)
      }
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, close: true, timeout: 5000 })
    },
  }
}
