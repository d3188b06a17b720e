// Friends of an account whose labels change while senders are killed and LINE fails: what LINE shows each at the end, and by how many calls.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createRichMenu, type RichMenus } from '../../tools/line/rich-menus.ts'
import type { Random } from '../../tools/random.ts'
import { isOutage } from '../core/sqlstate.ts'
import type { ReadRows } from './crash-count.ts'

/** Menus by segments; one more is the default menu. */
const SEGMENTS = 4
/** Share of friends in each segment at the beginning. */
const SHARE = 0.2

interface MenuScene {
  own: RichMenus
  channelId: number
  labels: number[]
  /** LINE's ids of the menus, in order. */
  lineIds: string[]
  /** Ids of customers with the LINE id of each. */
  people: { id: number; userId: string }[]
  /** Labels of each customer, by index. */
  has: Set<number>[]
  /** When a customer's menu changed last, in milliseconds since 1970. */
  changedAt: Map<number, number>
}

function menuAtLine(own: RichMenus): string {
  const size = { width: 2500, height: 843 }
  const id = createRichMenu(own, { size, selected: true, name: 'menu', chatBarText: 'เมนู', areas: [] })!
  own.menus.get(id)!.image = Buffer.from('picture')
  return id
}

/** Adds friends with random labels, and five menus. */
export async function fillMenus(
  ask: ReadRows,
  own: RichMenus,
  random: Random,
  { channelId, friends }: { channelId: number; friends: number },
): Promise<MenuScene> {
  const made = await ask<{ id: number }>(
    `insert into profile (store_id, first_name) select 1, 'คน ' || n from generate_series(1, $1::int) n returning id`,
    [friends],
  )
  const people = made.map(({ id }) => ({ id: Number(id), userId: `U${String(id).padStart(32, '0')}` }))
  await ask(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select 1, 'lineOA', $1, 'U' || lpad(id::text, 32, '0'), id, 'friend', now() from profile where store_id = 1`,
    [channelId],
  )
  const labels = (
    await ask<{ id: number }>(
      `insert into label (store_id, name, color, type) select 1, 'กลุ่ม ' || n, 'red', 'general' from generate_series(1, $1::int) n returning id`,
      [SEGMENTS],
    )
  ).map(({ id }) => id)
  const has = people.map(() => new Set(labels.filter(() => random.chance(SHARE))))
  for (const label of labels)
    await ask(
      `insert into profile_label (store_id, label_id, profile_id, source) select 1, $1, unnest($2::bigint[]), 'manual_add'`,
      [label, people.flatMap(({ id }, index) => (has[index]!.has(label) ? [id] : []))],
    )
  await ask('analyze profile, profile_label, channel_friend')
  const lineIds: string[] = []
  for (const [index, labelIds] of [...labels.map((label) => [label]), []].entries()) {
    const lineId = menuAtLine(own)
    const place = labelIds.length > 0 ? index + 1 : null
    if (place === null) own.defaultId = lineId
    else lineIds.push(lineId)
    await ask(
      `with made as (
         insert into rich_menu (store_id, channel_id, name, label_ids, place, is_default, status, version, line_version)
         values (1, $1, $2, $3, $4::int, $4::int is null, 'in_use', 1, 1) returning id)
       insert into rich_menu_at_line (store_id, channel_id, line_id, rich_menu_id, version, state)
       select 1, $1, $5, id, 1, 'ready' from made`,
      [channelId, `เมนู ${index}`, labelIds, place, lineId],
    )
  }
  return { own, channelId, labels, lineIds, people, has, changedAt: new Map() }
}

/** The menu that a customer should see; undefined for the default one. */
const rightMenu = ({ labels, lineIds, has }: MenuScene, index: number): string | undefined =>
  lineIds[labels.findIndex((label) => has[index]!.has(label))]

/** Moves random customers into or out of a segment, in one transaction as the server writes. Repeated until it is committed. */
export async function changeLabels(scene: MenuScene, superUrl: string, random: Random, count: number): Promise<void> {
  const label = random.pick(scene.labels)
  const joins = random.chance(0.5)
  const chosen = Array.from({ length: count }, () => random.below(scene.people.length))
  const before = chosen.map((index) => rightMenu(scene, index))
  const ids = [...new Set(chosen.map((index) => scene.people[index]!.id))].sort((a, b) => a - b)
  const text = joins
    ? `insert into profile_label (store_id, label_id, profile_id, source) select 1, $1, unnest($2::bigint[]), 'rule' on conflict do nothing`
    : 'delete from profile_label where store_id = 1 and label_id = $1 and profile_id = any($2::bigint[])'
  for (;;) {
    const client = new pg.Client({ connectionString: superUrl })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`begin; set local role ruam_app; set local ruam.store_id = '1'`)
      await client.query(text, [label, ids])
      await client.query('commit')
      break
    } catch (error) {
      if (!isOutage(error)) throw error
      await sleep(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
  const now = Date.now()
  for (const [place, index] of chosen.entries()) {
    if (joins) scene.has[index]!.add(label)
    else scene.has[index]!.delete(label)
    if (rightMenu(scene, index) !== before[place]) scene.changedAt.set(index, now)
  }
}

/** Waits until all friends have the right menu by Ruam's own record. */
export async function settled(ask: ReadRows): Promise<void> {
  const waits = `select from rich_menu_touched union all select from rich_menu_friend where not linked and not away
    union all select from rich_menu_assignment where settled_at is null or compares or samples`
  for (;;) {
    const some = await ask<object>(`select exists (select from rich_menu_assignment) and not exists (${waits}) as done`)
    if ((some[0] as { done: boolean }).done) return
    await sleep(200)
  }
}

/** Friends whom LINE shows another menu than the right one. */
export const wrongMenus = (scene: MenuScene): number =>
  scene.people.filter(({ userId }, index) => scene.own.linked.get(userId) !== rightMenu(scene, index)).length

/** Milliseconds between the starts of two flushes. */
const FLUSH_MS = 30_000
/** Calls of one flush follow each other by less than this. */
const PAUSE_MS = 8000

/**
 * Calls of a part of the run, and how many each flush needed: the sum of ceil(n / 500) over its menus. A flush ends with a pause, or after
 * thirty seconds.
 */
export function callsOf({ own }: MenuScene, from = 0): { calls: number; needed: number } {
  const calls = own.bulkCalls.slice(from)
  let needed = 0
  let began = Number.NEGATIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let users = new Map<string | null, Set<string>>()
  const end = () => {
    for (const set of users.values()) needed += Math.ceil(set.size / 500)
    users = new Map()
  }
  for (const { at, menu, userIds } of calls) {
    if (at - last > PAUSE_MS || at - began > FLUSH_MS) {
      end()
      began = at
    }
    last = at
    const set = users.get(menu) ?? new Set()
    for (const user of userIds) set.add(user)
    users.set(menu, set)
  }
  end()
  return { calls: calls.length, needed }
}

/** Milliseconds from a change to the first call that gave the customer the right menu, of all whose menu changed. */
export function waitsOf(scene: MenuScene): number[] {
  const { own, people, changedAt } = scene
  const first = new Map<string, { at: number; menu: string | null }[]>()
  for (const { at, menu, userIds } of own.bulkCalls)
    for (const user of userIds) {
      const calls = first.get(user) ?? []
      first.set(user, calls)
      calls.push({ at, menu })
    }
  return [...changedAt]
    .flatMap(([index, changed]) => {
      const right = rightMenu(scene, index) ?? null
      const call = first.get(people[index]!.userId)?.find(({ at, menu }) => at >= changed && menu === right)
      return call ? [call.at - changed] : []
    })
    .sort((a, b) => a - b)
}
