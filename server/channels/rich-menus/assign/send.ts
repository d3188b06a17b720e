import { inStore } from '../../../database/db.ts'
import type { Core } from '../../../servers/core.ts'
import { checkAccount } from '../../accounts/check.ts'
import type { LineCredentials } from '../../accounts/line-client.ts'
import { markMenusDue } from '../due.ts'
import { moveAtLine, type Outcome } from './link-calls.ts'
import { dueMenus, type MoveSet, nextSet, noteAccepted, noteRefused, type OfAccount } from './moves.ts'
import { acquireSender } from './sender.ts'

/** Calls of one flush. An account with more goes on in the next one, so that others have their turn. */
const MAX_CALLS = 100

export interface Sending {
  core: Core
  account: OfAccount
  credentials: LineCredentials
  /** A UUID of this sender alone. */
  holder: string
  signal: AbortSignal
}

/** Result of a round: `failed` if LINE refused or did not answer a call, so that what it shows is uncertain. */
interface Sent {
  calls: number
  failed: boolean
  /** More is due than one round sends. */
  more: boolean
}

/**
 * Moves the friends of an account who are due, in sets of 500 of each menu. Each friend is in one set of a round at most; a set is repeated by
 * the next round unless its acceptance was stored.
 */
export async function sendMoves(sending: Sending): Promise<Sent> {
  const { core, account, signal } = sending
  const { storeId } = account
  const sent: Sent = { calls: 0, failed: false, more: false }
  const menus = await inStore(core.pool, storeId, (db) => dueMenus(db, account))
  for (const lineId of menus) {
    for (let after = ''; ; ) {
      if (signal.aborted) return sent
      const set = await inStore(core.pool, storeId, async (db) =>
        (await acquireSender(db, account, sending.holder)) ? nextSet(db, account, lineId, after) : undefined,
      )
      if (!set) break
      if (sent.calls >= MAX_CALLS) return { ...sent, more: true }
      after = set.userIds.at(-1)!
      const outcome = await sendSet(sending, set, sent)
      if (outcome === 'accepted') continue
      sent.failed = true
      if (outcome === 'no_menu') {
        // LINE's list is compared with ours at once.
        await inStore(core.pool, storeId, (db) => markMenusDue(db, storeId, account.channelId))
        break
      }
      if (outcome === 'locked') await checkAccount(core, storeId, account.channelId, { kinds: ['keys', 'bot'] })
      if (outcome !== 'refused') return sent
    }
  }
  return sent
}

/** Sends a set and stores its acceptance. A refused set is halved until the refused users are alone. */
async function sendSet(sending: Sending, set: MoveSet, sent: Sent): Promise<Outcome> {
  const { core, account, credentials } = sending
  sent.calls++
  const outcome = await moveAtLine(core, credentials, set)
  const store = (work: Parameters<typeof inStore>[2]) => inStore(core.pool, account.storeId, work)
  if (outcome === 'accepted') await store((db) => noteAccepted(db, account, set))
  if (outcome !== 'refused') return outcome
  const { userIds } = set
  if (userIds.length === 1) {
    await store((db) => noteRefused(db, account, userIds))
    return outcome
  }
  const middle = Math.ceil(userIds.length / 2)
  // A refusal of one user takes 18 calls.
  if (sent.calls >= MAX_CALLS) return 'unknown'
  for (const half of [userIds.slice(0, middle), userIds.slice(middle)]) {
    const part = await sendSet(sending, { ...set, userIds: half }, sent)
    if (part !== 'accepted' && part !== 'refused') return part
  }
  return outcome
}
