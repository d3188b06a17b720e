import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { type Db, inStore } from '../../database/db.ts'
import { draft, type Scene, scene, schedule, settled } from '../../testing/broadcasts/broadcasts.testing.ts'
import { coreOf, testServer } from '../../testing/store.testing.ts'

const PEOPLE = 400

/** Writes customers and friends in all states that an audience tells apart. */
async function populate({ store, account, purposeId }: Scene, seed: number): Promise<void> {
  const { below } = randomOf(seed)
  const { admin } = await testServer()
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    n,
    customer: below(2) === 0,
    restricted: below(12) === 0,
    deleted: below(15) === 0,
    // Into a neighbour, who may be merged or deleted as well.
    merged: below(10) === 0,
    // LINE ids: none, one or two.
    ids: [0, 1, 1, 1, 1, 2][below(6)]!,
    blocked: below(6) === 0,
    stopped: below(8) === 0,
    lifted: below(2) === 0,
    consent: ['granted', 'withdrawn', null, null][below(4)]!,
    received: below(4),
    old: below(3) === 0,
  }))
  await admin.query(
    `with people as materialized (
       select * from jsonb_to_recordset($2::jsonb) as p (n int, customer boolean, restricted boolean, deleted boolean, merged boolean,
         ids int, blocked boolean, stopped boolean, lifted boolean, consent text, received int, old boolean)),
     made as (
       insert into profile (store_id, first_name, restricted_at, deleted_at)
       select $1, n::text, case when restricted then now() end, case when deleted then now() end from people where customer
       returning id, first_name::int as n),
     ids as (select p.*, m.id, 'U' || md5($1::text || ' ' || p.n || ' ' || g) as user_id, g from people p left join made m on m.n = p.n
       cross join lateral generate_series(1, case when p.customer then p.ids else 1 end) g),
     friends as (
       insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
       select $1, 'lineOA', $3, user_id, id, case when blocked then 'blocked' else 'friend' end, now() - g * interval '1 hour' from ids),
     stops as (
       insert into line_stop (store_id, user_id, lifted)
       select $1, user_id, case when lifted and id is not null then array[$4::int] else '{}' end from ids where stopped),
     consents as (
       insert into consent_entry (store_id, profile_id, purpose_id, status, source)
       select $1, m.id, $4, consent, 'user' from people p join made m on m.n = p.n where consent is not null)
     insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status, updated_at)
     select $1, 900000 + r, i.n, i.id, i.user_id, case when r = 3 then 'failed' else 'accepted' end,
       now() - case when i.old then interval '8 days' else interval '6 days' end
     from ids i cross join lateral generate_series(1, i.received) r where i.g = 1`,
    [store.storeId, JSON.stringify(people), account.id, purposeId],
  )
  await admin.query(
    `update profile p set merged_into = (select min(o.id) from profile o where o.store_id = $1 and o.id > p.id)
     where p.store_id = $1 and p.first_name::int = any($2::int[])`,
    [store.storeId, people.filter(({ merged }) => merged).map(({ n }) => n)],
  )
}

interface Counted {
  reason: string | null
  total: number
}

/** Counts all friends one by one, as the rules are written down. */
async function plainCounts(
  db: Db,
  { store: { storeId: store }, account: { id: channel }, purposeId }: Scene,
  { skips, cap }: { skips: boolean; cap: number | null },
): Promise<Counted[]> {
  const stopped = sql`exists (select from line_stop s where s.store_id = ${store} and s.user_id = x.external_id
    and not coalesce(${purposeId}::int = any(s.lifted), false))`
  const received = (
    whose: ReturnType<typeof sql>,
  ) => sql`(select count(*) from broadcast_recipient r where r.store_id = ${store} and ${whose}
    and r.status in ('accepted', 'unknown') and r.updated_at > now() - interval '7 days') >= ${cap}::int`
  const { rows } = await sql<Counted>`
    select reason, count(*)::int as total from (
      select case when x.restricted_at is not null then 'restricted' when x.status <> 'friend' then 'blocked'
          when x.consent = 'withdrawn' or ${stopped} then 'withdrawn'
          when x.consent is null and ${skips}::boolean then 'unknown_consent'
          when ${received(sql`r.profile_id = x.id`)} then 'capped' end as reason
      from (
        select p.id, p.restricted_at, f.status, f.external_id, (
          select status from consent_entry c where c.store_id = ${store} and c.profile_id = p.id and c.purpose_id = ${purposeId}::int
          order by at desc, id desc limit 1) as consent
        from profile p cross join lateral (select * from channel_friend f
          where f.store_id = ${store} and f.channel_id = ${channel} and f.profile_id = p.id
          order by f.status desc, f.since desc, f.external_id limit 1) f
        where p.store_id = ${store} and p.deleted_at is null and p.merged_into is null) x
      union all
      select case when ${stopped} then 'withdrawn' when ${skips}::boolean then 'unknown_consent'
          when ${received(sql`r.profile_id is null and r.external_id = x.external_id`)} then 'capped' end
      from channel_friend x
      where x.store_id = ${store} and x.channel_id = ${channel} and x.profile_id is null and x.status = 'friend') counted
    group by reason`.execute(db)
  return rows
}

test.each([6101, 6102, 6103])('audience counts equal plain SQL over generated friends, with seed %i', async (seed) => {
  const made = await scene({ friends: 0, channel: { quota: null } })
  await populate(made, seed)
  const { store, account, purposeId } = made
  const core = await coreOf(store)
  const { admin } = await testServer()
  for (const [unknown_consent, cap] of [
    ['send', null],
    ['send', 2],
    ['skip', 1],
  ] as const) {
    await admin.query('update broadcast_setting set unknown_consent = $2, weekly_cap = $3 where store_id = $1', [
      store.storeId,
      unknown_consent,
      cap,
    ])
    const plain = await inStore(core.pool, store.storeId, (db) =>
      plainCounts(db, made, { skips: unknown_consent === 'skip', cap }),
    )
    const target = { type: 'all_friends' }
    const body = { channel: { type: 'lineOA', channel_id: account.id }, purpose_id: purposeId, target }
    const counted = await store.call(broadcasts.target, { body } as never)
    const reached = plain.find(({ reason }) => reason === null)?.total ?? 0
    expect(counted).toMatchObject({ target: reached, total: plain.reduce((sum, { total }) => sum + total, 0) })
    const sorted = (rows: readonly Counted[]) => rows.map(({ reason, total }) => `${reason} ${total}`).toSorted()
    expect(sorted(counted.exclusions)).toEqual(sorted(plain.filter(({ reason }) => reason !== null)))
    expect(reached).toBeGreaterThan(0)

    // The freeze, and the checks before each call, exclude the same people.
    const { id } = await draft(made)
    await schedule(made, id)
    const ended = await settled(made, id)
    expect([ended.counts.skipped, ended.counts.accepted + ended.counts.failed]).toEqual([
      counted.total - reached,
      reached,
    ])
    await admin.query('delete from broadcast_recipient where store_id = $1 and broadcast_id = $2', [store.storeId, id])
  }
})
