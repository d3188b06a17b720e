import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inStore } from '../../../database/db.ts'
import type { Core } from '../../../servers/core.ts'
import { lineAccountById } from '../../accounts/queries.ts'
import { credentialsOf } from '../../accounts/secrets.ts'
import { decideForAll, decideForTouched } from './decide.ts'
import { storeMenusInEffect, takeComparisons } from './in-effect.ts'
import { noteSettled } from './moves.ts'
import { checkSample, isSampleDue, wantSample } from './sample.ts'
import { type Sending, sendMoves } from './send.ts'
import { acquireSender, releaseSender, renewSender } from './sender.ts'

/**
 * Decides which friends of a store get another menu, and moves them at LINE. Repeating it is harmless, also after a kill at any point. Returns
 * the seconds after which more is to be done; null if everything that can be done is.
 */
export async function flushMenus(core: Core, storeId: number, signal: AbortSignal): Promise<number | null> {
  await decideMenus(core, storeId)
  let next: number | null = null
  for (const channelId of await inStore(core.pool, storeId, (db) => accountsOf(db, storeId))) {
    if (signal.aborted) return null
    const seconds = await flushAccount(core, { storeId, channelId }, signal)
    if (seconds !== null) next = Math.min(seconds, next ?? seconds)
  }
  return next
}

/** Writes down which menu each friend should have now. */
export async function decideMenus({ pool }: Pick<Core, 'pool'>, storeId: number): Promise<void> {
  await inStore(pool, storeId, (db) => storeMenusInEffect(db, storeId))
  await inStore(pool, storeId, async (db) => {
    const { ids, doubted } = await takeComparisons(db, storeId)
    await decideForAll(db, storeId, ids, doubted)
  })
  await inStore(pool, storeId, (db) => decideForTouched(db, storeId))
}

async function accountsOf(db: Db, storeId: number): Promise<number[]> {
  const { rows } = await sql<{ channel_id: number }>`
    select a.channel_id from rich_menu_assignment a
    join channel c on c.store_id = a.store_id and c.id = a.channel_id and c.status = 'active'
    where a.store_id = ${storeId} order by a.channel_id`.execute(db)
  return rows.map((row) => row.channel_id)
}

/** Seconds until an account is tried again that another sender holds. */
const HELD_SECONDS = 3
/** Seconds after LINE refused or did not answer a call. */
const FAILED_SECONDS = 10

async function flushAccount(core: Core, account: Sending['account'], signal: AbortSignal): Promise<number | null> {
  const { storeId, channelId } = account
  const holder = randomUUID()
  const row = await inStore(core.pool, storeId, async (db) =>
    (await acquireSender(db, account, holder)) ? lineAccountById(db, storeId, channelId) : undefined,
  )
  // Its sender works, or was killed a moment ago.
  if (!row) return HELD_SECONDS
  const sending: Sending = {
    ...{ core, account, holder, signal },
    credentials: credentialsOf(core, storeId, row),
  }
  const endRenewal = renewSender(core, account, holder)
  try {
    const { failed, more } = await sendMoves(sending)
    if (failed) await inStore(core.pool, storeId, (db) => wantSample(db, account))
    const settled = await inStore(core.pool, storeId, (db) => noteSettled(db, account))
    if (settled && !failed && (await inStore(core.pool, storeId, (db) => isSampleDue(db, account)))) {
      const wrong = await checkSample(sending)
      return more || wrong > 0 ? 0 : null
    }
    if (failed) return FAILED_SECONDS
    return more ? 0 : null
  } finally {
    endRenewal()
    await inStore(core.pool, storeId, (db) => releaseSender(db, account, holder)).catch(() => {})
  }
}

/** Flushes a store, and queues the rest of what is due behind other stores. */
export async function workMenuMoves(core: Core, storeId: number, signal: AbortSignal) {
  const afterSeconds = await flushMenus(core, storeId, signal)
  if (afterSeconds === null || signal.aborted) return
  await inStore(core.pool, storeId, (db) =>
    core.jobs.enqueue(db, 'menu-moves', { store_id: storeId }, { once: true, behind: true, afterSeconds }),
  )
}
