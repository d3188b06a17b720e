import { rowsOf } from '@ruam/contract/platform/common.ts'
import { may, type Permission, type Rights } from '@ruam/contract/platform/permissions.ts'
import {
  DONE_TAB_DAYS,
  type reaches,
  type WorkItem,
  type WorkListKind,
  workListCalls,
} from '@ruam/contract/reports/work-lists.ts'
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import { publishChanged } from '../../customers/changes/publish-change.ts'
import { isFree } from '../../customers/fields/live.ts'
import { authorName } from '../../customers/history/source-names.ts'
import { dueFollowUps, noteText } from '../../customers/profile-activities/follow-ups.ts'
import { profilesById } from '../../customers/profiles/queries.ts'
import { addDays } from '../../customers/rules/days.ts'
import { type Db, inStore } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import { birthdayRule, purchaseRules } from '../dashboard/purchase-rules.ts'
import { type ShopCount, shopCount } from '../dashboard/shop-count.ts'
import { beginsAt, nextBirthday } from '../dashboard/shop-days.ts'
import { tick } from '../dashboard/ticked-off.ts'
import { openCalls } from '../dashboard/today.ts'
import { itemsOf, type Listed } from './items.ts'
import { doneRows, lastWeekOf } from './last-week.ts'

const FIGURES: Permission = 'cdp-core.dashboard.read'

/** The calls of work lists. */
const workListHandlers = {
  // It writes down what it has counted.
  list: ({ core, storeId, user, query }) => {
    // Its order and its reason are the customers’ spend.
    if (query.kind === 'quiet' && !may(user.rights, FIGURES)) throw new ApiError('forbidden', { permission: FIGURES })
    return inStore(core.pool, storeId, (db) => workList(db, storeId, user.rights, query))
  },

  async mark({ db, storeId, user, body: { kind, profile_ids, done }, fail }) {
    const ids = [...new Set(profile_ids)]
    if ((await profilesById(db, storeId, ids)).length < ids.length) throw fail('not_found')
    await tick(db, storeId, user.id, { kind, ids, done })
    await publishChanged(db, storeId, user.id, ids, 'ticked')
  },
} satisfies Handlers<typeof workListCalls>

export const workListRoutes = implement(workListCalls, workListHandlers)

type Reach = (typeof reaches)[number] | undefined

interface ListQuery {
  kind: WorkListKind
  done: 'true' | 'false'
  reach?: Reach
  offset: number
  limit: number
}

async function workList(db: Db, storeId: number, rights: Rights, { kind, done, reach, ...query }: ListQuery) {
  const shop = await shopCount(db, storeId, new Date(databaseNow()))
  const page = { offset: query.offset, limit: rowsOf(query.limit), reach }
  const open = await openOf(db, storeId, kind, shop, done === 'true' ? { offset: 0, limit: 0, reach: undefined } : page)
  const finished = await finishedOf(db, storeId, kind, shop, page)
  const shown = done === 'true' ? finished : open
  const { purchases, days: clock } = shop
  const data = await itemsOf(db, storeId, shown.data, { purchases, timeZone: clock.timeZone })
  const sorted = { ...query, sort_by: done === 'true' ? 'done_at' : kind === 'quiet' ? 'spent' : 'day' }
  return {
    ...pageAnswer({ ...sorted, sort_dir: kind === 'quiet' ? 'desc' : 'asc' }, data, shown.total),
    open: open.all,
    done: finished.all,
    done_today: finished.today,
    last_week: await lastWeekOf(db, storeId, kind, { purchases, clock, figures: may(rights, FIGURES) }),
    rule: kind === 'birthdays' ? birthdayRule : kind === 'quiet' ? purchaseRules(purchases, clock).at_risk : null,
  }
}

interface Part {
  offset: number
  limit: number
  reach: Reach
}

/** A condition on profiles `p`. */
function isReached(reach: Reach): RawBuilder<boolean> {
  if (reach === 'phone') return sql`p.phone <> ''`
  if (reach === undefined) return sql`true`
  return sql`exists (select from channel_friend f where f.store_id = p.store_id and f.profile_id = p.id
    and f.channel_type = 'lineOA' and f.status = 'friend')`
}

async function openOf(
  db: Db,
  storeId: number,
  kind: WorkListKind,
  shop: ShopCount,
  { offset, limit, reach }: Part,
): Promise<{ data: Listed[]; total: number; all: number }> {
  if (kind === 'follow-ups') {
    const due = await dueFollowUps(db, storeId, { offset, limit }, isReached(reach))
    const all = reach ? (await dueFollowUps(db, storeId, { offset: 0, limit: 0 })).total : due.total
    const data = due.data.map(({ profile, activity_id, text, follow_on }) => ({
      ...{ id: profile.id, day: follow_on, follow_up: { activity_id, text } },
    }))
    return { data, total: due.total, all }
  }
  const calls = await openCalls(db, storeId, shop)
  const listed: Listed[] =
    kind === 'quiet'
      ? calls.quiet.list.map(([id, spent]) => ({ id, spent }))
      : calls.birthdays.list.map((id) => ({ id }))
  const narrowed = reach ? await reachedOf(db, storeId, listed, reach) : listed
  const data = narrowed.slice(offset, offset + limit)
  const all = kind === 'quiet' ? calls.quiet.people : calls.birthdays.people
  return {
    data: kind === 'quiet' ? data : await withBirthdays(db, storeId, data, shop.days.today),
    total: reach ? narrowed.length : all,
    all,
  }
}

async function reachedOf(db: Db, storeId: number, listed: readonly Listed[], reach: Reach): Promise<Listed[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from profile p
    where p.store_id = ${storeId} and p.id = any(${listed.map(({ id }) => id)}::bigint[]) and ${isReached(reach)}`.execute(
    db,
  )
  const reached = new Set(rows.map(({ id }) => Number(id)))
  return listed.filter(({ id }) => reached.has(id))
}

async function withBirthdays(db: Db, storeId: number, listed: readonly Listed[], today: string): Promise<Listed[]> {
  const ids = listed.map(({ id }) => id)
  const { rows } = await sql<{ id: number; birth_date: string }>`
    select id, birth_date::text from profile
    where store_id = ${storeId} and id = any(${ids}::bigint[]) and birth_date is not null`.execute(db)
  const days = new Map(rows.map(({ id, birth_date }) => [Number(id), nextBirthday(birth_date, today)]))
  return ids.map((id) => ({ id, day: days.get(id) ?? null }))
}

interface Finished {
  profile_id: number
  activity_id: number | null
  follow_on: string | null
  fields: Record<string, string | number | boolean> | null
  done_at: string
  first_name: string | null
  last_name: string
}

/** Customers who were done in the last days, the latest first. */
async function finishedOf(
  db: Db,
  storeId: number,
  kind: WorkListKind,
  { days }: ShopCount,
  { offset, limit, reach }: Part,
): Promise<{ data: Listed[]; total: number; all: number; today: number }> {
  const from = beginsAt(addDays(days.today, 1 - DONE_TAB_DAYS), days)
  const rows = sql`from (${doneRows(storeId, kind)}) d
    join profile p on p.store_id = ${storeId} and p.id = d.profile_id and ${isFree('p')}
    where d.done_at >= ${from}::timestamptz`
  const counted = await sql<{ total: number; all: number; today: number }>`
    select count(*)::int as "all", count(*) filter (where ${isReached(reach)})::int as total,
      count(*) filter (where d.done_at >= ${beginsAt(days.today, days)}::timestamptz)::int as today ${rows}`.execute(db)
  const found = await sql<Finished>`
    select d.profile_id, d.activity_id, d.follow_on::text, d.fields, d.done_at, u.first_name, u.last_name
    from (select d.* ${rows} and ${isReached(reach)} order by d.done_at desc, d.profile_id desc offset ${offset} limit ${limit}) d
      left join users u on u.id = d.done_by
    order by d.done_at desc, d.profile_id desc`.execute(db)
  return { data: found.rows.map(doneItem), ...counted.rows[0]! }
}

const doneItem = ({ profile_id, activity_id, follow_on, fields, done_at, ...by }: Finished): Listed => ({
  id: Number(profile_id),
  day: follow_on,
  follow_up: activity_id === null ? null : followUp(activity_id, fields),
  done: { at: done_at, by: by.first_name === null ? null : authorName({ ...by, first_name: by.first_name }) },
})

const followUp = (id: number, fields: Finished['fields']): WorkItem['follow_up'] => ({
  activity_id: Number(id),
  text: noteText({ fields: fields ?? {} }) ?? '',
})
