import { LineError, LineUnreachable } from '../../channels/accounts/line-client.ts'
import type { AccountRow } from '../../channels/accounts/queries.ts'
import { credentialsOf } from '../../channels/accounts/secrets.ts'
import { chatsOf, reply, replyEach } from '../../channels/inbox/reply-to-chats.ts'
import type { Core } from '../../servers/core.ts'
import { fetchCoupon } from './line-coupons.ts'

interface Asked {
  /** Log entry of the message. */
  id: number
  /** LINE's id of the coupon. */
  code: string
}

/** Replies with the coupon to customers who tapped it in a rich message or menu. A coupon that was closed meanwhile is not sent. */
export async function replyWithCoupons(
  core: Core,
  storeId: number,
  asked: readonly Asked[],
  signal: AbortSignal,
): Promise<void> {
  const chats = await chatsOf(
    core,
    storeId,
    asked.map(({ id }) => id),
  )
  // One question to LINE for each coupon, however many customers tapped.
  const usable = new Map<string, Promise<boolean>>()
  await replyEach(asked, signal, async ({ id, code }) => {
    const chat = chats.get(id)
    if (!chat) return
    const key = `${chat.account.id} ${code}`
    if (!usable.has(key)) usable.set(key, isUsable(core, storeId, chat.account, code))
    if (await usable.get(key)) await reply(core, storeId, chat, [{ type: 'coupon', couponId: code }])
  })
}

/** Returns false also if LINE does not answer: it would not take the reply either. */
async function isUsable(core: Core, storeId: number, account: AccountRow, code: string): Promise<boolean> {
  try {
    return (await fetchCoupon(core, credentialsOf(core, storeId, account), code))?.usable === true
  } catch (error) {
    if (error instanceof LineError || error instanceof LineUnreachable) return false
    throw error
  }
}
