import type { WorkItem } from '@ruam/contract/reports/work-lists.ts'
import { sql } from 'kysely'
import { amountOf, type Purchases } from '../../customers/fields/amount-field.ts'
import { isFree } from '../../customers/fields/live.ts'
import { authorName } from '../../customers/history/source-names.ts'
import { noteText } from '../../customers/profile-activities/follow-ups.ts'
import type { Db } from '../../database/db.ts'

/** Days with a purchase from which on the gap between them says something. */
const MIN_DAYS = 3

/** Customer of a page, with what only its list knows. */
export type Listed = Pick<WorkItem, 'id'> & Partial<WorkItem>

interface Found {
  id: number
  name: string
  phone: string
  line: boolean
  bought_at: string | null
  days: number | null
  span: number | null
  note: { fields: Record<string, string | number | boolean>; at: string; first_name: string | null; last_name: string }
}

/** Adds to customers what a caller needs to know. Those who went since are left out. */
export async function itemsOf(
  db: Db,
  storeId: number,
  listed: readonly Listed[],
  { purchases, timeZone }: { purchases: Purchases | undefined; timeZone: string },
): Promise<WorkItem[]> {
  const ids = listed.map(({ id }) => id)
  const { rows } = await sql<Found>`
    select p.id, btrim(concat_ws(' ', p.first_name, p.last_name)) as name, coalesce(p.phone, '') as phone,
      exists (select from channel_friend f where f.store_id = p.store_id and f.profile_id = p.id
        and f.channel_type = 'lineOA' and f.status = 'friend') as line,
      b.bought_at, b.days, b.span, n.note
    from profile p
    left join lateral (
      select max(a.activity_at) as bought_at, count(distinct d.day) as days, max(d.day) - min(d.day) as span
      from activity a cross join lateral (select ${amountOf(purchases)} as amount) v
        cross join lateral (select (a.activity_at at time zone ${timeZone}::text)::date as day) d
      where a.store_id = p.store_id and a.profile_id = p.id and a.type_id = any(${purchases?.types ?? []}::int[])
        and a.activity_at <= now() and v.amount is not null) b on true
    left join lateral (
      select jsonb_build_object('fields', a.fields, 'at', a.activity_at, 'first_name', u.first_name, 'last_name', u.last_name) as note
      from activity a left join users u on u.id = a.created_by
      where a.store_id = p.store_id and a.profile_id = p.id
        and a.type_id = (select id from activity_type where store_id = ${storeId} and purpose = 'note')
      order by a.activity_at desc, a.id desc limit 1) n on true
    where p.store_id = ${storeId} and p.id = any(${ids}::bigint[]) and ${isFree('p')}`.execute(db)
  const found = new Map(rows.map((row) => [Number(row.id), row]))
  return listed.flatMap(({ id, ...known }) => {
    const row = found.get(id)
    if (!row) return []
    const { name, phone, line, bought_at, days, span, note } = row
    const said = note && noteText(note)
    return [
      {
        ...{ id, name, phone, line, bought_at },
        every_days: (days ?? 0) >= MIN_DAYS ? Math.max(1, Math.round(span! / (days! - 1))) : null,
        last_note: said
          ? {
              ...{ text: said, at: new Date(note.at).toISOString() },
              by: note.first_name === null ? null : authorName({ ...note, first_name: note.first_name }),
            }
          : null,
        ...{ day: null, spent: null, follow_up: null, done: null },
        ...known,
      },
    ]
  })
}
