import type { Condition, Definition, Step, Trigger } from '@ruam/contract/automations/definition.ts'
import type { Rule } from '@ruam/contract/customers/rules.ts'
import type pg from 'pg'
import { addChannel } from '../tools/line/state.ts'
import { fillStore } from './list-data.ts'
import type { Product } from './product.ts'
import { analyzeIfRequested } from './statistics.ts'

/** System field of the birthday. */
const BIRTH_DATE = 8
/** Days without a purchase after which a customer counts as lost. */
const LOST_DAYS = 60

/** Things of the measured store that automations name. */
export interface Shop {
  storeId: number
  channelId: number
  purposeId: number
  purchase: number
  expiresOn: number
  lost: number
  regular: number
  label: number
  branch: number
}

interface Sizes {
  people: number
  /** Purchases of each customer within the last twelve months. */
  purchases: number
}

/** Fills the store with customers, six in ten of them friends, their purchases of a year, and two segments by rules. */
export async function fillShop(
  product: Product,
  admin: pg.Client,
  line: Parameters<typeof addChannel>[0],
  { people, purchases }: Sizes,
): Promise<Shop> {
  const { rows } = await admin.query<{ store_id: number }>('select min(store_id)::int as store_id from store')
  const storeId = rows[0]!.store_id
  const channel = addChannel(line, { quota: null })
  const account = await product.call('POST', '/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const channelId = account.id as number
  const purpose = await product.call('POST', '/privacy/purpose', { name: 'ข่าวสาร', description: '' })
  const type = await product.call('POST', '/activity-type', { name: 'ซื้อของหน้าร้าน' })
  await admin.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'")
  const label = await fillStore(admin, storeId, people)
  await admin.query(
    `insert into activity (store_id, profile_id, type_id, activity_at, created_at, fields)
     select $1, p.id, $2, t.at, t.at + interval '1 minute', '{}' from profile p cross join generate_series(1, $3::int) n cross join lateral (
       select begun + (now() - begun) * ((p.id * 7919 + n * 104729) % 100003 / 100003.0) as at
       from (select greatest(p.created_at, now() - interval '365 days') as begun) b) t
     where p.store_id = $1 order by t.at`,
    [storeId, type.id, purchases],
  )
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select $1, 'lineOA', $2, 'U' || lpad(to_hex(id), 32, '0'), id, case when id % 20 = 0 then 'blocked' else 'friend' end, created_at + interval '1 hour'
     from profile where store_id = $1 and id % 10 < 6 order by id`,
    [storeId, channelId],
  )
  await admin.query(
    `insert into consent_entry (store_id, profile_id, purpose_id, status, source, at)
     select $1, id, $2, case when id % 50 = 0 then 'withdrawn' else 'granted' end, 'user', created_at + interval '2 hours'
     from profile where store_id = $1 and id % 10 < 3 order by id`,
    [storeId, purpose.id],
  )
  await admin.query(
    `insert into broadcast_setting (store_id, unknown_consent, quiet_from, quiet_to, weekly_cap, approval, per_object, tester_ids)
     values ($1, 'send', '21:00', '08:00', 3, false, false, '{}') on conflict (store_id) do nothing`,
    [storeId],
  )
  const fields = await admin.query<{ id: number; name: string }>(
    'select id, field_name as name from profile_field where store_id = $1',
    [storeId],
  )
  const fieldId = (name: string) => fields.rows.find((one) => one.name === name)!.id
  const bought = { kind: 'activity', activity_type_id: type.id as number } as const
  const days = (n: number) => ({ last: { n, unit: 'day' as const } })
  const lost = await insertSegment(admin, storeId, [
    { ...bought, done: true },
    { ...bought, done: false, window: days(LOST_DAYS) },
  ])
  const regular = await insertSegment(admin, storeId, [
    { ...bought, done: true, count: { operator: 'gte', value: 4 }, window: days(LOST_DAYS) },
  ])
  await analyzeIfRequested(admin)
  return {
    ...{ storeId, channelId, label, lost, regular },
    purposeId: purpose.id as number,
    purchase: type.id as number,
    expiresOn: fieldId('expiresOn'),
    branch: fieldId('branch'),
  }
}

/** Writes a segment that follows a rule. It has no members until it is calculated. */
async function insertSegment(admin: pg.Client, storeId: number, rules: Rule[]): Promise<number> {
  const whole = {
    auto_apply_enabled: true,
    filter: { profile_created_at: null, reference_label_ids: [] },
    target: { condition: 'and', groups: [{ condition: 'and', rules }] },
  }
  const { rows } = await admin.query<{ id: number }>(
    `with made as (insert into label (store_id, name, color, type, segment_rule, auto_apply_enabled)
       select $1, 'กลุ่ม ' || count(*), '#2a7fff', 'advanced', $2, true from label where store_id = $1 returning id)
     insert into segment (store_id, label_id, reads) select $1, id, '{}' from made returning label_id as id`,
    [storeId, JSON.stringify(whole)],
  )
  return rows[0]!.id
}

const base = { group: null, imports: false, holdout: 0, exit: null } as const

export const message = ({ purposeId }: Pick<Shop, 'purposeId'>, id: number, text: string): Step => ({
  ...{ id, kind: 'message', name: text, purpose_id: purposeId, messages: [{ type: 'text', text }], quick_replies: [] },
  ...{ stop_reply: false, notification_disabled: false, link_tracking: 'off' },
})

export const waitDays = (id: number, n: number): Step => ({ id, kind: 'wait', length: { n, unit: 'day' }, until: null })

/** Four automations as shops set them up: two by dates, two by segments. The first one is the draft of a rehearsal. */
export function fourAutomations(shop: Shop): { name: string; definition: Definition }[] {
  const { channelId: channel_id, purchase, label } = shop
  const bought: Condition = { kind: 'activity_since', activity_type_id: purchase }
  const date = (field_id: number, offset_days: number): Trigger => ({
    ...{ kind: 'date', field_id, offset_days, time: '09:00', yearly: true },
  })
  return [
    {
      name: 'คิดถึง',
      definition: {
        ...{ ...base, channel_id, trigger: { kind: 'segment_entered', segment_id: shop.lost } },
        ...{ repeat: { kind: 'every', days: 30 }, exit: bought },
        steps: [message(shop, 1, 'คิดถึงคุณ'), waitDays(2, 14), message(shop, 3, 'ส่วนลดสำหรับคุณ')],
      },
    },
    {
      name: 'วันเกิด',
      definition: {
        ...{ ...base, channel_id, trigger: date(BIRTH_DATE, -7), repeat: { kind: 'yearly' } },
        steps: [
          message(shop, 1, 'สุขสันต์วันเกิด'),
          waitDays(2, 14),
          {
            ...{ id: 3, kind: 'condition', condition: bought, no: [] },
            yes: [{ id: 4, kind: 'label', label_id: label, value: true }],
          },
        ],
      },
    },
    {
      name: 'บัตรหมดอายุ',
      definition: {
        ...{ ...base, channel_id, trigger: date(shop.expiresOn, -30), repeat: { kind: 'yearly' }, exit: bought },
        steps: [message(shop, 1, 'บัตรใกล้หมดอายุ'), waitDays(2, 21), message(shop, 3, 'บัตรหมดอายุในสัปดาห์หน้า')],
      },
    },
    {
      name: 'ขอบคุณ',
      definition: {
        ...{ ...base, channel_id, trigger: { kind: 'segment_entered', segment_id: shop.regular } },
        repeat: { kind: 'every', days: 90 },
        steps: [
          { id: 1, kind: 'label', label_id: label, value: true },
          message(shop, 2, 'ขอบคุณ'),
          { id: 3, kind: 'note', text: 'โทรขอบคุณ', follow_up_days: 3 },
        ],
      },
    },
  ]
}

/** Writes an automation; one that is no draft as if a member had started it. */
export async function insertAutomation(
  admin: pg.Client,
  storeId: number,
  { name, definition }: { name: string; definition: Definition },
  status: 'draft' | 'paused' | 'active',
): Promise<number> {
  const { rows } = await admin.query<{ id: number }>(
    `insert into automation (store_id, name, status, definition, version, place, author_ids)
     select $1, $2, 'draft', $3, $4, count(*) + 1, '{1}' from automation where store_id = $1 returning id`,
    [storeId, name, JSON.stringify(definition), status === 'draft' ? null : 1],
  )
  const { id } = rows[0]!
  if (status === 'draft') return id
  await admin.query(
    `insert into automation_version (store_id, automation_id, version, edition, definition, reads, holdout, started_by)
     select $1, $2, 1, 1, $3, '{}', 0, min(id) from users`,
    [storeId, id, JSON.stringify(definition)],
  )
  await admin.query('update automation set status = $3 where store_id = $1 and id = $2', [storeId, id, status])
  return id
}

/** A definition in which a step is followed by a wait, so that it moves each run on once. */
export const waiting = ({ channelId }: Pick<Shop, 'channelId'>, step: Step): Definition => ({
  ...{ ...base, trigger: { kind: 'friend' }, repeat: { kind: 'once' }, channel_id: channelId },
  steps: [step, waitDays(9, 30)],
})

/** Inserts active automations by dates and segments that no customer enters. */
export async function insertWaiting(admin: pg.Client, shop: Shop, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const trigger: Trigger =
      n % 2
        ? { kind: 'segment_entered', segment_id: shop.lost }
        : { kind: 'date', field_id: BIRTH_DATE, offset_days: n, time: '23:59', yearly: true }
    const definition = { ...waiting(shop, waitDays(1, 1)), trigger }
    await insertAutomation(admin, shop.storeId, { name: `รอ ${n}`, definition }, 'active')
  }
}
