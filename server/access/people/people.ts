import type { PeopleQuery, PersonOfStore } from '@ruam/contract/access/people.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import { countPending } from './invitations.ts'
import { membersOf, pattern } from './members.ts'

type Status = PersonOfStore['status']
type Mail = PersonOfStore['mail']
type MailFailure = PersonOfStore['mail_failure']

/** Members and unanswered invitations, as one table. */
const peopleOf = (db: Db, storeId: number) =>
  db
    .selectFrom('store_member as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([
      sql<Status>`'member'`.as('status'),
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'm.role_id',
      'm.seen_at as last_seen_at',
      sql<string | null>`null::timestamptz`.as('expires_at'),
      'm.created_at',
      sql<Mail>`null::text`.as('mail'),
      sql<MailFailure>`null::text`.as('mail_failure'),
    ])
    .where('m.store_id', '=', storeId)
    .where('m.removed_at', 'is', null)
    .unionAll((invited) =>
      invited
        .selectFrom('invitation as i')
        .select([
          sql<Status>`case when i.expires_at <= now() then 'expired' else 'pending' end`.as('status'),
          'i.id',
          sql<string>`''`.as('first_name'),
          sql<string>`''`.as('last_name'),
          'i.email',
          'i.role_id',
          sql<string | null>`null::timestamptz`.as('last_seen_at'),
          'i.expires_at',
          'i.created_at',
          'i.mail',
          'i.mail_failure',
        ])
        .where('i.store_id', '=', storeId)
        .where('i.status', '=', 'pending'),
    )

/** The people of a store: members in the order in which they joined, then pending and expired invitations. */
export async function listPeople(db: Db, storeId: number, q: PeopleQuery) {
  let rows = db
    .selectFrom(peopleOf(db, storeId).as('p'))
    .innerJoin('role as r', (join) => join.onRef('r.id', '=', 'p.role_id').on('r.store_id', '=', storeId))
    .innerJoin('store as s', (join) => join.on('s.store_id', '=', storeId))
  if (q.role_id) rows = rows.where('p.role_id', '=', q.role_id)
  if (q.status) rows = rows.where('p.status', '=', q.status)
  if (q.keyword) {
    const text = sql`lower(concat_ws(' ', p.first_name, p.last_name, p.email))`
    rows = rows.where(sql<boolean>`${text} like ${pattern(q.keyword)}`)
  }
  const { data, total } = await pageRows(rows, q, (page) =>
    page
      .select(['p.status', 'p.id', 'p.first_name', 'p.last_name', 'p.email', 'p.last_seen_at', 'p.expires_at'])
      .select([
        'p.created_at',
        'p.mail',
        'p.mail_failure',
        sql<{ id: number; name: string }>`jsonb_build_object('id', s.store_id, 'name', s.name)`.as('store'),
        sql<{ id: number; name: string }>`jsonb_build_object('id', r.id, 'name', r.name)`.as('role'),
      ])
      .orderBy(sql`array_position(array['member', 'pending', 'expired'], p.status)`)
      .orderBy('p.created_at')
      .orderBy('p.id'),
  )
  const counted = await membersOf(db, storeId).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return { data, total, members: counted.n, invitations: await countPending(db, storeId) }
}
