import { setTimeout as sleep } from 'node:timers/promises'
import { addChannel, addFriend, type Channel } from '../tools/line/state.ts'
import { bodyOf, signatureOf, textMessage } from '../tools/line/webhooks.ts'
import type { Act, Shop } from './minutes-scene.ts'
import { timed } from './table.ts'

interface Account {
  channel: Channel
  id: number
  /** Address of its webhook. */
  address: string
}

const accounts = new WeakMap<Shop['product'], Account>()

/** The account of the store, connected the first time. */
async function accountOf({ product, line }: Shop): Promise<Account> {
  const known = accounts.get(product)
  if (known) return known
  const channel = addChannel(line.state, { quota: null })
  const made = await product.call('POST', '/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const { pathname } = new URL((made.webhook as { url: string }).url)
  const account = { channel, id: made.id as number, address: product.address + pathname }
  accounts.set(product, account)
  return account
}

/** Sends a broadcast to so many friends; milliseconds without LINE's own time. */
const broadcast = (recipients: number): Act => ({
  name: 'broadcast, without the time of LINE',
  async run(shop) {
    const { product, admin, storeId } = shop
    const { id: channelId } = await accountOf(shop)
    if (shop.round === 1) {
      await admin.query(
        `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
         select $1, 'lineOA', $2, 'U' || lpad(to_hex(id), 32, '0'), id, 'friend', now()
         from profile where store_id = $1 order by id limit $3`,
        [storeId, channelId, recipients],
      )
      await admin.query(
        `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids)
         values ($1, 'send', false, false, '{}')`,
        [storeId],
      )
    }
    const name = `ลดฤดูหนาว ${shop.round}`
    const purpose = await product.call('POST', '/privacy/purpose', { name: `ข่าวสาร ${shop.round}`, description: '' })
    const draft = await product.call('POST', '/broadcast', {
      ...{ name, channel: { type: 'lineOA', channel_id: channelId }, purpose_id: purpose.id },
      target: {
        ...{ type: 'all_friends', include: { condition: 'or', label_ids: [] }, exclude: { label_ids: [] } },
        ...{ profile_ids: [], failed_of: null, limit: { max: null, up_to_remaining_quota: false } },
      },
      messages: [{ type: 'text', text: 'สวัสดี' }],
      holdout: { share: 0, off_reason: 'unneeded', repeats_id: null },
    })
    const [whole] = await timed(async () => {
      const body = { id: draft.id, origin_time: draft.updated_at, status: 'pending' }
      await product.call('PUT', '/broadcast', body)
      for (;;) {
        const { status } = await product.call('GET', `/broadcast/${draft.id}`)
        if (status === 'published') return
        if (status !== 'pending') throw new Error(`The broadcast is ${status}`)
        await sleep(100)
      }
    })
    const { rows } = await admin.query<{ ms: number }>(
      `select coalesce(sum(latency_ms), 0)::float as ms from online_log
       where store_id = $1 and direction = 'out' and event_type = 'broadcast' and summary like '%' || $2 || ' ·%'`,
      [storeId, name],
    )
    return { ms: whole - rows[0]!.ms, rows: recipients }
  },
})

/** Receives messages of new friends, until all are stored. */
const events = (count: number): Act => ({
  name: 'messages at LINE from new friends',
  async run(shop) {
    const { channel, address } = await accountOf(shop)
    const users = Array.from({ length: count }, () => addFriend(channel).userId)
    const bodies = users.map((user) => bodyOf(channel, [textMessage(shop.line.state, user, 'สวัสดีค่ะ')]))
    const left = bodies.reverse()
    const [ms] = await timed(async () => {
      const sender = async () => {
        for (let body = left.pop(); body !== undefined; body = left.pop()) {
          const headers = { 'content-type': 'application/json', 'x-line-signature': signatureOf(channel.secret, body) }
          const reply = await fetch(address, { method: 'POST', headers, body })
          await reply.text()
          if (reply.status !== 200) throw new Error(`The webhook answered ${reply.status}`)
        }
      }
      await Promise.all(Array.from({ length: 8 }, sender))
      const waiting = 'select from inbox where store_id = $1 limit 1'
      while ((await shop.admin.query(waiting, [shop.storeId])).rows.length > 0) await sleep(100)
    })
    return { ms, rows: count }
  },
})

export const lineActs = { broadcast, events }
