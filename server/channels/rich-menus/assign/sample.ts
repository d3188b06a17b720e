import { sql } from 'kysely'
import { type Db, inStore } from '../../../database/db.ts'
import { menuAtLine } from './link-calls.ts'
import type { OfAccount } from './moves.ts'
import type { Sending } from './send.ts'

/** Users of a sample. */
const SAMPLE = 100
/** Users of a sample who have the default menu. */
const WITHOUT_ROW = 20
/** Calls at a time. LINE's limit is 2,000 a second. */
const AT_ONCE = 10

interface Sampled {
  external_id: string
  line_id: string | null
  /** The call that moved the friend; null for the default menu. */
  linked_at: string | null
}

/** Returns true if a sample of the account is due: once a day, and after errors. */
export async function isSampleDue(db: Db, { storeId, channelId }: OfAccount): Promise<boolean> {
  const { rows } = await sql`select from rich_menu_assignment where store_id = ${storeId} and channel_id = ${channelId}
    and (samples or sampled_at < now() - interval '1 day')`.execute(db)
  return rows.length > 0
}

/** Asks for another sample once all friends are moved. */
export const wantSample = (db: Db, { storeId, channelId }: OfAccount) =>
  sql`update rich_menu_assignment set samples = true
    where store_id = ${storeId} and channel_id = ${channelId} and not samples`.execute(db)

/**
 * Reads back from LINE what friends see: one of each call since the last sample, then others by chance. LINE accepts calls before it works
 * them, so a wrong friend has all of that call repeated. Returns the number of wrong ones.
 */
export async function checkSample(sending: Sending): Promise<number> {
  const { core, account, credentials, signal } = sending
  const { storeId } = account
  const { sample, tabs } = await inStore(core.pool, storeId, async (db) => ({
    sample: await chooseSample(db, account),
    tabs: await tabsOf(db, account),
  }))
  const wrong: Sampled[] = []
  let silent = false
  for (let from = 0; from < sample.length && !silent; from += AT_ONCE) {
    if (signal.aborted) return 0
    const some = sample.slice(from, from + AT_ONCE)
    const shown = await Promise.all(some.map(({ external_id }) => menuAtLine(core, credentials, external_id)))
    silent = shown.includes(undefined)
    for (const [index, one] of some.entries()) {
      const menu = shown[index]
      if (menu !== undefined && menu !== one.line_id && !mayShow(tabs, one.line_id, menu)) wrong.push(one)
    }
  }
  await inStore(core.pool, storeId, async (db) => {
    await mend(db, account, wrong)
    if (silent) return
    // Repeated calls are looked at again. Once a day, all friends are compared as well.
    await sql`update rich_menu_assignment set sampled_at = clock_timestamp(), samples = ${wrong.length > 0},
        compares = compares or sampled_at < now() - interval '1 day'
      where store_id = ${storeId} and channel_id = ${account.channelId}`.execute(db)
  })
  return wrong.length
}

export async function chooseSample(db: Db, { storeId, channelId }: OfAccount): Promise<Sampled[]> {
  const { rows } = await sql<Sampled>`
    with linked as materialized (
      select external_id, line_id, linked_at, linked_at > (
        select sampled_at from rich_menu_assignment where store_id = ${storeId} and channel_id = ${channelId}) as recent, random() as chance
      from rich_menu_friend where store_id = ${storeId} and channel_id = ${channelId} and linked and not away
    ),
    of_calls as (select distinct on (linked_at) * from linked where recent order by linked_at, chance),
    chosen as (
      select distinct on (external_id) external_id, line_id, linked_at, turn from (
        select *, 0 as turn from of_calls union all (select *, 1 from linked order by chance limit ${SAMPLE})) one
      order by external_id, turn
    )
    select external_id, line_id, linked_at from (
      (select external_id, line_id, linked_at from chosen order by turn, random() limit ${SAMPLE - WITHOUT_ROW})
      union all
      (select f.external_id, null, null from channel_friend f
        where f.store_id = ${storeId} and f.channel_id = ${channelId} and f.status = 'friend' and not exists (
          select from rich_menu_friend r where r.store_id = f.store_id and r.channel_id = f.channel_id and r.external_id = f.external_id)
        order by random() limit ${WITHOUT_ROW})) sampled`.execute(db)
  return rows
}

interface Tabs {
  /** LINE's ids of menus with those to which their areas switch. Null: the default menu, which needs no link. */
  next: ReadonlyMap<string | null, readonly string[]>
  /** Menus that staff look at on their own phones. */
  trials: ReadonlySet<string>
}

/** Returns true if a friend can have switched to a menu by the areas of theirs. */
function mayShow(tabs: Tabs, own: string | null, shown: string | null): boolean {
  const reached = new Set<string | null>([own])
  for (const one of reached) for (const next of tabs.next.get(one) ?? []) reached.add(next)
  return shown !== null && (reached.has(shown) || tabs.trials.has(shown))
}

async function tabsOf(db: Db, { storeId, channelId }: OfAccount): Promise<Tabs> {
  const { rows } = await sql<{ line_id: string; is_default: boolean; is_trial: boolean; tabs: string[] }>`
    select l.line_id, m.is_default, l.state = 'trial' as is_trial, array(
      select t.line_id from jsonb_path_query(m.areas, '$[*].action ? (@.type == "menu").rich_menu_id') tab
      join rich_menu_at_line t on t.store_id = m.store_id and t.channel_id = m.channel_id and to_jsonb(t.rich_menu_id) = tab) as tabs
    from rich_menu_at_line l join rich_menu m on m.store_id = l.store_id and m.id = l.rich_menu_id
    where l.store_id = ${storeId} and l.channel_id = ${channelId}`.execute(db)
  const ofDefault = rows.flatMap(({ line_id, is_default }) => (is_default ? [line_id] : []))
  return {
    next: new Map([[null, ofDefault] as const, ...rows.map(({ line_id, tabs }) => [line_id, tabs] as const)]),
    trials: new Set(rows.flatMap(({ line_id, is_trial }) => (is_trial ? [line_id] : []))),
  }
}

/** Has wrong friends moved again, with all who were moved by the same call. */
async function mend(db: Db, { storeId, channelId }: OfAccount, wrong: readonly Sampled[]): Promise<void> {
  if (wrong.length === 0) return
  const calls = wrong.flatMap(({ linked_at }) => linked_at ?? [])
  const unlinked = wrong.flatMap(({ external_id, linked_at }) => (linked_at === null ? [external_id] : []))
  await sql`
    with again as (
      update rich_menu_friend set linked = false, wanted_at = clock_timestamp()
      where store_id = ${storeId} and channel_id = ${channelId} and linked_at = any(${calls}::timestamptz[]) and linked
    ),
    added as (
      insert into rich_menu_friend (store_id, channel_id, external_id)
      select ${storeId}, ${channelId}, one from unnest(${unlinked}::text[]) one order by one
      on conflict (store_id, channel_id, external_id) do nothing
    )
    update rich_menu_assignment set settled_at = null where store_id = ${storeId} and channel_id = ${channelId}`.execute(
    db,
  )
}
