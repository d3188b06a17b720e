import { setTimeout as sleep } from 'node:timers/promises'
import type { NatsConnection } from '@nats-io/nats-core'
import type pg from 'pg'
import type { TimedWork } from '../core/clock.ts'
import { transaction } from '../database/db.ts'
import { listen } from './listener.ts'
import { connectNats, type NatsSettings } from './nats.ts'

/** Messages in one transaction. */
const BATCH = 500
/** Milliseconds between two looks, should a notification be lost. */
const LOOK_MS = 1000
/** Milliseconds after which a NATS server that does not answer counts as lost. */
const PATIENCE_MS = 5000

/**
 * Hands messages of the outbox to NATS, in the one process that holds the lease. A message leaves the outbox once NATS has it, so none is
 * lost; one may be sent twice when the process is killed between the two.
 */
export function forwardSteadily(pool: pg.Pool, directUrl: string, settings: NatsSettings): TimedWork {
  return {
    name: 'nats',
    everyMs: LOOK_MS,
    async work(signal) {
      const nats = await connectNats(settings, 'ruam forwarder')
      let wake = () => {}
      const listener = await listen(directUrl, { heard: () => wake(), lost: () => {} }).catch(async (error) => {
        await nats.close()
        throw error
      })
      try {
        while (!signal.aborted) {
          const woken = new Promise<void>((resolve) => {
            wake = resolve
          })
          if ((await forward(pool, nats)) < BATCH)
            await Promise.race([woken, sleep(LOOK_MS, undefined, { signal }).catch(() => {})])
        }
      } finally {
        await listener.close()
        await nats.close()
      }
    },
  }
}

/** Forwards one batch, and returns how many messages it had. Throws, and keeps all of them, if NATS does not take them. */
function forward(pool: pg.Pool, nats: Pick<NatsConnection, 'publish' | 'flush'>): Promise<number> {
  return transaction(pool, 'begin', async (client) => {
    const { rows } = await client.query<{ subject: string; body: string }>('select * from auth.take_pushed($1)', [
      BATCH,
    ])
    if (rows.length === 0) return 0
    for (const { subject, body } of rows) nats.publish(subject, body)
    await within(PATIENCE_MS, nats.flush())
    return rows.length
  })
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The NATS server does not answer')), ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
