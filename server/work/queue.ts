import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, type Job, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { closedAs } from '../core/context.ts'
import { isOutage } from '../core/sqlstate.ts'
import { currentTrace, inSpan, inTrace, readTrace, writeTrace } from '../core/trace.ts'
import type { Db } from '../database/db.ts'
import { queues } from '../database/queues.ts'
import { referenceOf } from './reference.ts'
import {
  bringForward,
  LOW_PRIORITY,
  NEW,
  type SliceTimes,
  type TimeSlice,
  timeSlice,
  usualTimes,
} from './time-slice.ts'
import { FETCH_SECONDS, quiet, wakeQueues } from './wake-queues.ts'

/** Kinds of mail. Names are permanent, as those of queues. */
export const mailKinds = [
  'invitation',
  'password_reset',
  'new_device',
  'password_changed',
  'email_confirm',
  'email_changed',
  'role_changed',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'recovery_code_used',
  'second_factor_required',
  'credential_expiring',
  'system_report',
] as const

/** Retry policy of work that must finish: after 2 s, then with growing delays; seconds. */
const patience = {
  retryBackoff: true,
  retryDelayMax: 600,
  retryLimit: 1_000_000,
  retentionSeconds: 10 * 365 * 24 * 3600,
}

/** First and longest pause in an outage. The heartbeat of a job is 10 s. */
const OUTAGE_PAUSE_MS = 300
const LONGEST_PAUSE_MS = 5000

/** Jobs of one queue that a process works at once. An export holds one connection for as long as it takes, and the pool has sixteen. */
const placesOf = (name: JobName) => (name === 'export' ? 4 : 2)

/** Payloads of jobs: ids only, so that a job cannot be stale. */
const payloads = {
  'file-load': z.strictObject({ store_id: z.int(), file_id: z.int() }),
  'file-remove': z.strictObject({ keys: z.array(z.string()) }),
  'data-source-run': z.strictObject({ store_id: z.int(), run: z.int() }),
  'sample-store': z.strictObject({ store_id: z.int(), user_id: z.int() }),
  'store-job': z.strictObject({ store_id: z.int(), job: z.int() }),
  'segment-calculate': z.strictObject({ store_id: z.int(), job: z.int() }),
  // `store_id`, `user_id` and `id` are 0 where a kind of mail has none; `tries`: of those before.
  mail: z.strictObject({
    kind: z.enum(mailKinds),
    store_id: z.int(),
    user_id: z.int(),
    id: z.int(),
    tries: z.int(),
  }),
  export: z.strictObject({ store_id: z.int(), job: z.int() }),
  ingest: z.strictObject({ store_id: z.int() }),
  'channel-names': z.strictObject({ store_id: z.int() }),
  'chat-replies': z.strictObject({
    store_id: z.int(),
    stopped: z.array(z.int()),
    unclear: z.array(z.int()),
    /** Log entries of messages that ask for a coupon. */
    coupons: z.array(z.strictObject({ id: z.int(), code: z.string() })).optional(),
    /** Log entries of events that get an answer. */
    answers: z.array(z.int()).optional(),
    /** Events of members, which no log entry has: account, reply token, and when it was issued. */
    members: z
      .array(
        z.strictObject({
          channel_id: z.int(),
          token: z.string(),
          at: z.number(),
          kind: z.enum(['linked', 'received', 'refused', 'unwatched']),
        }),
      )
      .optional(),
  }),
  broadcast: z.strictObject({ store_id: z.int(), channel_id: z.int() }),
  'menu-moves': z.strictObject({ store_id: z.int() }),
} satisfies Record<keyof typeof queues, z.ZodType>

type JobName = keyof typeof queues
export type Payload<N extends JobName> = z.output<(typeof payloads)[N]>
export type QueueHandlers = {
  [N in JobName]: (payload: Payload<N>, signal: AbortSignal, turn: TimeSlice) => Promise<void>
}

interface Enqueued {
  patient?: boolean
  behind?: boolean
  afterSeconds?: number
  once?: boolean
}

export interface Jobs {
  /**
   * Puts a job into the queue with the transaction that makes it needed: both or neither. `patient`: its handler is called again
   * until it does not throw, with growing pauses of up to ten minutes, also after a restart. `behind`: its store has had a turn, so
   * that those who had none go first. `afterSeconds`: it waits for so long at least. `once`: not if one with this payload is queued already.
   */
  enqueue<N extends JobName>(db: Db, name: N, payload: Payload<N>, options?: Enqueued): Promise<void>
  /** Begins to work the queues. A handler may run twice and must be safe then; its signal fires when the server stops. */
  work(handlers: QueueHandlers, onError: (error: unknown) => void): Promise<void>
  stop(): Promise<void>
}

/** pg-boss with the settings that were measured: a killed worker's job is taken over in about 12 s, a new one starts at once. */
export async function startJobs(
  appUrl: string,
  onError: (error: unknown) => void,
  times: SliceTimes = usualTimes,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: appUrl,
    schema: 'pgboss',
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: false,
    ...quiet,
    useListenNotify: true,
    // The application role owns no index of the queue.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start()
  const stopping = new AbortController()
  /** Workers of each queue in this process. */
  const places = new Map<JobName, Set<string>>()
  let stopWaking = async () => {}
  /** Queues that have one place more: a run has three connections, and the pool sixteen. */
  const shared = new Set<JobName>()

  /** Waits for a database that is unreachable. Returns true if the job still belongs to this worker, which resumes at once. */
  async function isStillOurs(name: JobName, job: Job<object>, outages: number, signal: AbortSignal): Promise<boolean> {
    for (let tries = outages; ; tries++) {
      try {
        const pause = Math.min(OUTAGE_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS)
        await sleep(pause, undefined, { signal })
        // The heartbeat counts only for the worker that fetched the job last, and keeps it from being taken away meanwhile.
        await boss.touch(name, [job])
        const now = await boss.getJobById(name, job.id)
        return now?.state === 'active' && now.retryCount === job.retryCount
      } catch (error) {
        if (!isOutage(error)) return false
      }
    }
  }

  /** Works a queue, one job at a time. */
  async function workAt(
    name: JobName,
    handle: (payload: unknown, signal: AbortSignal, turn: TimeSlice) => Promise<void>,
    onFailure: (error: unknown) => void,
  ): Promise<string> {
    const options = { pollingIntervalSeconds: FETCH_SECONDS, notifyPollingIntervalSeconds: FETCH_SECONDS, batchSize: 1 }
    let place: string | undefined
    const workOne = async (job: Job<object>) => {
      const signal = AbortSignal.any([stopping.signal, job.signal])
      let further: string | undefined
      const turn = timeSlice(boss, name, job, times, async () => {
        if (shared.has(name)) return
        shared.add(name)
        further = await workAt(name, handle, onFailure)
      })
      try {
        for (let outages = 0; ; outages++) {
          try {
            await bringForward(boss, name, times)
            const payload = payloads[name].parse(job.data)
            return await inSpan(name, 'consumer', { queue: name }, () => handle(payload, signal, turn))
          } catch (error) {
            // The store is on another server, whose queue has this job.
            if (closedAs(error) === 'moved') return
            if (!stopping.signal.aborted) onFailure(error)
            if (isOutage(error) && (await isStillOurs(name, job, outages, signal))) continue
            // The queue keeps what is thrown, and a database error may repeat a row.
            throw new Error(`reference ${referenceOf(error)}`)
          }
        }
      } finally {
        // Jobs that waited before this worker began were announced already; without this it would wait for the next poll.
        if (place) boss.notifyWorker(place)
        // A job that has the further place ends in it.
        if (further) {
          places.get(name)!.delete(further)
          boss.offWork(name, { id: further }).then(() => shared.delete(name), onError)
        }
      }
    }
    place = await boss.work(name, options, ([job]: Job<object>[]) =>
      inTrace(readTrace(job!.groupId), () => workOne(job!)),
    )
    places.set(name, (places.get(name) ?? new Set()).add(place))
    return place
  }

  return {
    async enqueue(db, name, payload, { patient = false, behind = false, afterSeconds = 0, once = false } = {}) {
      const priority = behind ? LOW_PRIORITY : NEW
      const later = afterSeconds > 0 && { startAfter: afterSeconds }
      const trace = currentTrace()
      const single = once && { singletonKey: Object.values(payload).join(' ') }
      await boss.send(name, payload, {
        db: fromKysely(db as never),
        priority,
        ...(patient && patience),
        // The former version refuses further keys of a payload, and reads no groups.
        ...(trace && { group: { id: writeTrace(trace) } }),
        ...later,
        ...single,
      })
    },
    async work(handlers, onFailure) {
      for (const name of Object.keys(queues) as JobName[]) {
        const handle = handlers[name] as QueueHandlers[JobName] as (
          p: unknown,
          s: AbortSignal,
          t: TimeSlice,
        ) => Promise<void>
        for (let place = 0; place < placesOf(name); place++) await workAt(name, handle, onFailure)
      }
      stopWaking = wakeQueues(boss, places, onError)
    },
    async stop() {
      stopping.abort()
      await stopWaking()
      await boss.stop({ graceful: true, close: true, timeout: 5000 })
    },
  }
}
