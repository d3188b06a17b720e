import { WEBHOOK_LIMIT_MS } from '@ruam/contract/channels/connection.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { TimedWork } from '../../core/clock.ts'
import { inStore } from '../../database/db.ts'
import { eachStore } from '../../work/each-store.ts'

/** Milliseconds between two writes. A killed process loses at most these. */
const WRITE_MS = 15_000

interface Answers {
  store_id: number
  channel_id: number
  count: number
  slow: number
  ms: number
  max: number
}

/** Answers of this process that are not written yet. */
const measured = new WeakMap<pg.Pool, Map<string, Answers>>()

/** Measures an answer to a webhook, from the arrival of its body to the stored events. */
export function noteAnswer(pool: pg.Pool, storeId: number, channelId: number, ms: number): void {
  const answers = measured.get(pool) ?? new Map<string, Answers>()
  measured.set(pool, answers)
  const key = `${storeId} ${channelId}`
  const before = answers.get(key) ?? { store_id: storeId, channel_id: channelId, count: 0, slow: 0, ms: 0, max: 0 }
  answers.set(key, {
    ...before,
    count: before.count + 1,
    slow: before.slow + (ms > WEBHOOK_LIMIT_MS ? 1 : 0),
    ms: before.ms + Math.round(ms),
    max: Math.max(before.max, Math.round(ms)),
  })
}

/** Adds the measured answers to their accounts. After an hour the counts of an account start again from zero. */
export async function writeAnswers(pool: pg.Pool): Promise<void> {
  const answers = [...(measured.get(pool)?.values() ?? [])]
  measured.delete(pool)
  await eachStore(answers, ({ store_id, channel_id, count, slow, ms, max }) =>
    inStore(pool, store_id, async (db) => {
      const goesOn = sql`answers_since > clock_timestamp() - interval '1 hour'`
      const added = (column: 'answers' | 'answers_slow' | 'answers_ms', more: number) =>
        sql`${sql.ref(column)} = ${more}::bigint + case when ${goesOn} then ${sql.ref(column)} else 0 end`
      await sql`
        update channel set ${added('answers', count)}, ${added('answers_slow', slow)}, ${added('answers_ms', ms)},
          answers_max_ms = greatest(${max}::int, case when ${goesOn} then answers_max_ms end),
          answers_since = case when ${goesOn} then answers_since else clock_timestamp() end
        where store_id = ${store_id} and id = ${channel_id}`.execute(db)
    }),
  )
}

/** Writes every few seconds. */
export const writeAnswersSteadily = (pool: pg.Pool): TimedWork => ({
  name: 'answers to webhooks',
  everyMs: WRITE_MS,
  everyProcess: true,
  work: () => writeAnswers(pool),
})
