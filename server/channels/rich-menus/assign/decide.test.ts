import { expect, test } from 'vitest'
import { randomOf } from '../../../../tools/random.ts'
import { inStore } from '../../../database/db.ts'
import { connectLine } from '../../../testing/channels/line.testing.ts'
import { menuInUse } from '../../../testing/channels/menus.testing.ts'
import { coreOf, newStore, testServer } from '../../../testing/store.testing.ts'
import { decideMenus } from './flush.ts'

const STEPS = Number(process.env.MENU_STEPS ?? 40)
const seed = Number(process.env.MENU_SEED ?? Date.now() % 1_000_000)

/** A store with two accounts, five labels and forty customers, some of whom are friends of both. */
async function scene() {
  const store = await newStore()
  const { admin } = await testServer()
  const accounts = [(await connectLine(store)).account.id, (await connectLine(store)).account.id]
  const labels = await admin.query<{ id: number }>(
    `insert into label (store_id, name, color, type) select $1, 'ป้าย ' || n, 'red', 'general' from generate_series(1, 5) n returning id`,
    [store.storeId],
  )
  const people = await admin.query<{ id: number }>(
    `insert into profile (store_id, first_name) select $1, 'คน ' || n from generate_series(1, 40) n returning id`,
    [store.storeId],
  )
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     select p.store_id, 'lineOA', c, 'U' || p.id || '-' || c, p.id, 'friend', now() from profile p cross join unnest($2::int[]) c
     where p.store_id = $1 and (p.id % 3 > 0 or c = $3)`,
    [store.storeId, accounts, accounts[0]],
  )
  const core = await coreOf(store)
  return {
    store,
    core,
    admin,
    accounts,
    labels: labels.rows.map(({ id }) => id),
    people: people.rows.map(({ id }) => id),
  }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** Runs SQL as the server does. `$1` is the store. */
const act = ({ store, core }: Scene, text: string, values: readonly unknown[] = []) =>
  inStore(core.pool, store.storeId, async (_, client) => {
    await client.query(text, [store.storeId, ...values])
  })

/** The plain rule: by friend of an account, the line id of the first menu that fits. */
async function expected({ store, admin }: Scene): Promise<Record<string, string>> {
  const read = async <R>(text: string) => (await admin.query(text, [store.storeId])).rows as R[]
  const menus = await read<{ id: number; channel_id: number; label_ids: number[]; line_id: string }>(
    `select m.id, m.channel_id, m.label_ids, l.line_id from rich_menu m join rich_menu_at_line l on l.store_id = m.store_id and l.rich_menu_id = m.id
     where m.store_id = $1 and m.status = 'in_use' and not m.is_default and l.state = 'ready'
       and (m.starts_at is null or m.starts_at <= now()) and (m.ends_at is null or m.ends_at > now()) order by m.place, m.id`,
  )
  const labels = new Map<number, Set<number>>()
  for (const { profile_id, label_id } of await read<{ profile_id: number; label_id: number }>(
    `select x.profile_id, x.label_id from profile_label x join profile p on p.store_id = x.store_id and p.id = x.profile_id
     where x.store_id = $1 and x.source <> 'manual_remove' and p.deleted_at is null and p.merged_into is null and p.restricted_at is null`,
  ))
    labels.set(profile_id, (labels.get(profile_id) ?? new Set()).add(label_id))
  const found: Record<string, string> = {}
  for (const friend of await read<{
    channel_id: number
    external_id: string
    profile_id: number | null
    status: string
  }>('select channel_id, external_id, profile_id, status from channel_friend where store_id = $1')) {
    const has = labels.get(friend.profile_id ?? 0) ?? new Set()
    const menu = menus.find((one) => one.channel_id === friend.channel_id && one.label_ids.some((id) => has.has(id)))
    if (menu && friend.status === 'friend') found[`${friend.channel_id} ${friend.external_id}`] = menu.line_id
  }
  return found
}

async function wanted({ store, admin }: Scene): Promise<Record<string, string>> {
  const { rows } = await admin.query(
    'select channel_id, external_id, line_id from rich_menu_friend where store_id = $1 and line_id is not null and not away',
    [store.storeId],
  )
  return Object.fromEntries(rows.map((row) => [`${row.channel_id} ${row.external_id}`, row.line_id]))
}

const acts: ((made: Scene, random: ReturnType<typeof randomOf>) => Promise<void>)[] = [
  (made, random) =>
    act(
      made,
      `insert into profile_label (store_id, label_id, profile_id, source) values ($1, $2, $3, 'manual_add')
       on conflict (store_id, label_id, profile_id) do update set source = 'manual_add'`,
      [random.pick(made.labels), random.pick(made.people)],
    ),
  (made, random) =>
    act(
      made,
      `update profile_label set source = 'manual_remove' where store_id = $1 and label_id = $2 and profile_id % 3 = $3`,
      [random.pick(made.labels), random.below(3)],
    ),
  (made, random) =>
    act(made, 'delete from profile_label where store_id = $1 and profile_id = $2', [random.pick(made.people)]),
  (made, random) =>
    act(
      made,
      `update channel_friend set status = case status when 'friend' then 'blocked' else 'friend' end where store_id = $1 and profile_id = $2`,
      [random.pick(made.people)],
    ),
  (made, random) =>
    act(made, 'update channel_friend set profile_id = $3 where store_id = $1 and profile_id = $2', [
      random.pick(made.people),
      random.below(4) === 0 ? null : random.pick(made.people),
    ]),
  (made, random) =>
    act(
      made,
      `update profile set deleted_at = case when deleted_at is null then now() end where store_id = $1 and id = $2`,
      [random.pick(made.people)],
    ),
  (made, random) =>
    act(
      made,
      `update profile set restricted_at = case when restricted_at is null then now() end where store_id = $1 and id = $2`,
      [random.pick(made.people)],
    ),
  (made, random) =>
    act(made, 'delete from channel_friend where store_id = $1 and profile_id = $2', [random.pick(made.people)]),
  (made, random) =>
    act(
      made,
      `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
       values ($1, 'lineOA', $2, 'V' || $3::bigint, $3::bigint, 'friend', now()) on conflict do nothing`,
      [random.pick(made.accounts), random.pick(made.people)],
    ),
  (made, random) =>
    act(made, `update rich_menu set place = (place * 7 + $2) % 11 where store_id = $1 and not is_default`, [
      random.below(11),
    ]),
  (made, random) =>
    act(
      made,
      `update rich_menu set status = case status when 'in_use' then 'off' else 'in_use' end
       where store_id = $1 and id = (select id from rich_menu where store_id = $1 and not is_default order by (id * $2) % 7, id limit 1)`,
      [1 + random.below(6)],
    ),
  (made, random) =>
    act(
      made,
      `update rich_menu set label_ids = array[$2, $3]::int[]
       where store_id = $1 and id = (select id from rich_menu where store_id = $1 and not is_default order by (id * $4) % 7, id limit 1)`,
      [random.pick(made.labels), random.pick(made.labels), 1 + random.below(6)],
    ),
  (made, random) =>
    act(
      made,
      `update rich_menu set ends_at = case when ends_at is null then now() end
       where store_id = $1 and id = (select id from rich_menu where store_id = $1 and not is_default order by (id * $2) % 7, id limit 1)`,
      [1 + random.below(6)],
    ),
]

test(`each friend is to have the first menu that fits after any history of changes (MENU_SEED=${seed})`, async () => {
  const made = await scene()
  const random = randomOf(seed)
  for (const channelId of made.accounts) {
    for (let place = 1; place <= 3; place++)
      await menuInUse(made.store, { channelId, labelIds: [random.pick(made.labels)], place })
  }
  for (let step = 0; step < STEPS; step++) {
    for (let some = 1 + random.below(4); some > 0; some--) await random.pick(acts)(made, random)
    await decideMenus(made.core, made.store.storeId)
    expect(await wanted(made), `step ${step}`).toEqual(await expected(made))
  }
})
