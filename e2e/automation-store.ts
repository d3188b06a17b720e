import type { APIRequestContext } from '@playwright/test'
import pg from 'pg'
import { addChannel, addFriend, type Channel, type State } from '../tools/line/state.ts'
import { callsOf } from './calls.ts'
import type { Server } from './server.ts'

/** Customers who are friends. */
const PEOPLE = 60

export interface AutomationStore {
  channel: Channel
  /** Ids of the LINE account, the purpose, the label that steps give, and the type of purchases. */
  account: number
  purpose: number
  label: number
  purchase: number
  profiles: number[]
}

/** A store with a LINE account, friends, a label and purchases. */
export async function automationStore(
  request: APIRequestContext,
  server: Server,
  state: State,
  storeId: number,
): Promise<AutomationStore> {
  const channel = addChannel(state, { displayName: 'กาแฟดอยหลวง', basicId: '@doiluang', quota: 35_000 })
  const calls = callsOf(request)
  const account = await calls.post('/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const purpose = await calls.post('/privacy/purpose', { name: 'ข่าวสารของร้าน', description: '' })
  const label = await calls.post('/label', { name: 'กลับมาซื้อ', color: 'green', type: 'general', description: '' })
  const { id: purchase } = await calls.purchaseType()
  const friends = Array.from({ length: PEOPLE }, () => addFriend(channel).userId)
  const db = new pg.Client(server.database)
  await db.connect()
  const { rows } = await db.query<{ id: string }>(
    `with made as (
       insert into profile (store_id, first_name, last_name, phone)
       select $1, (array['เกียรติศักดิ์', 'ศิริพร', 'อภิสิทธิ์', 'กุ้งนาง', 'ธีรพัฒน์', 'สุนีย์', 'ประเสริฐ', 'จิราภรณ์'])[1 + n % 8],
         (array['ลิ้มเจริญ', 'ชื่นใจ', 'พึ่งบุญ', 'ปู่เจริญ', 'วงศ์ใหญ่', 'เชี่ยวชาญ', 'เพิ่มพูน'])[1 + n % 7], '+6681' || lpad(n::text, 7, '0')
       from generate_series(1, $2::int) n returning id),
     placed as (select id, row_number() over (order by id) as n from made),
     friends as (
       insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
       select $1, 'lineOA', $3, ($4::text[])[n], id, 'friend', now() - interval '90 days' from placed)
     select id from placed order by n`,
    [storeId, PEOPLE, account.id, friends],
  )
  await db.end()
  return {
    channel,
    account: account.id as number,
    purpose: purpose.id as number,
    label: label.id as number,
    purchase,
    profiles: rows.map(({ id }) => Number(id)),
  }
}

/** The definition of “second cup”: thanks, a wait, and a label or another message by what was bought since. */
export function secondCup({ account, purpose, label, purchase }: AutomationStore) {
  const message = (id: number, name: string, text: string) => ({
    ...{ id, kind: 'message', name, purpose_id: purpose, quick_replies: [], stop_reply: false },
    ...{ messages: [{ type: 'text', text }], notification_disabled: false, link_tracking: 'off' },
  })
  const wait = (id: number, n: number, unit: 'hour' | 'day') => ({ id, kind: 'wait', length: { n, unit }, until: null })
  return {
    trigger: { kind: 'activity', activity_type_id: purchase, first: true },
    repeat: { kind: 'once' },
    channel_id: account,
    steps: [
      wait(1, 2, 'hour'),
      message(2, 'ขอบคุณที่แวะมา', 'ขอบคุณที่แวะมา'),
      wait(3, 5, 'day'),
      {
        ...{ id: 4, kind: 'condition', condition: { kind: 'activity_since', activity_type_id: purchase } },
        yes: [{ id: 5, kind: 'label', label_id: label, value: true }],
        no: [
          message(7, 'คูปองแก้วที่สอง', 'แก้วที่สองลด 30 บาท'),
          wait(8, 7, 'day'),
          { id: 9, kind: 'note', text: 'โทรถามว่าชอบกาแฟแบบไหน', follow_up_days: 2 },
        ],
      },
    ],
    exit: null,
    group: null,
    imports: false,
    holdout: null,
  }
}
