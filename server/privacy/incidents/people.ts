import { Readable } from 'node:stream'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import type { Download } from '@ruam/contract/platform/endpoint.ts'
import type { reachWays } from '@ruam/contract/privacy/incidents.ts'
import { sql } from 'kysely'
import { calledName } from '../../customers/counter/card.ts'
import { survivorsOf } from '../../customers/profiles/survivors.ts'
import { type Db, inStore } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { csvLine } from '../../formats/files/csv-line.ts'
import type { Core } from '../../servers/core.ts'
import { incidentFields } from './view.ts'

type Reach = (typeof reachWays)[number]

interface Frozen {
  profile_id: number
  certain: boolean
  field_ids: number[]
  hour: string | null
}

interface PersonRow extends Frozen {
  name: string | null
  reach: Reach | null
}

/** Friends of the store's active LINE accounts. */
const friends = (storeId: number) => sql`
  select distinct f.profile_id from channel_friend f
  join channel c on c.store_id = f.store_id and c.id = f.channel_id and c.status = 'active' and c.type in ('lineOA', 'lineModule')
  where f.store_id = ${storeId} and f.profile_id is not null and f.status = 'friend'`

/** Best way to reach a profile `p`, which may have a friend. */
const reachOf = sql<Reach>`case when friend.profile_id is not null then 'line' when p.email <> '' then 'email'
  when p.phone <> '' then 'phone' else 'none' end`

/** A page of frozen people: certain ones by their last hour, possible ones by id. */
export async function incidentPage(
  db: Db,
  storeId: number,
  incident: number,
  { part, offset, limit }: { part: 'certain' | 'possible'; offset: number; limit: number },
): Promise<PersonRow[]> {
  const rows = await db
    .selectFrom('incident_person')
    .select(['profile_id', 'certain', 'field_ids', 'hour'])
    .where('store_id', '=', storeId)
    .where('incident_id', '=', incident)
    .where('certain', '=', part === 'certain')
    .$if(part === 'certain', (people) => people.orderBy('hour', 'desc'))
    .orderBy('profile_id')
    .offset(offset)
    .limit(rowsOf(limit))
    .execute()
  return namePeople(db, storeId, rows)
}

/** Adds name and reach. A merged profile is the one that remains; a deleted one has neither. */
async function namePeople(db: Db, storeId: number, rows: readonly Frozen[]): Promise<PersonRow[]> {
  const survivors = await survivorsOf(
    db,
    storeId,
    rows.map(({ profile_id }) => profile_id),
  )
  const now = (id: number) => survivors.get(id) ?? id
  const ids = rows.map(({ profile_id }) => now(profile_id))
  const named = await sql<{ id: number; name: string; reach: Reach }>`
    select p.id, ${calledName} as name, ${reachOf} as reach from profile p
    left join (${friends(storeId)} and f.profile_id = any(${ids}::bigint[])) friend on friend.profile_id = p.id
    where p.store_id = ${storeId} and p.id = any(${ids}::bigint[]) and p.deleted_at is null and p.merged_into is null`.execute(
    db,
  )
  const live = new Map(named.rows.map((row) => [row.id, row]))
  return rows.map((row) => {
    const profile = live.get(now(row.profile_id))
    return { ...row, profile_id: now(row.profile_id), name: profile?.name ?? null, reach: profile?.reach ?? null }
  })
}

/** Counts a part of the people by the best way to reach them now. Deleted customers are `gone`. */
export async function countReach(db: Db, storeId: number, incident: number, part: 'certain' | 'possible') {
  await bySets(db)
  const { rows } = await sql<{ reach: Reach | 'gone'; people: number }>`
    with recursive person as materialized (
      select profile_id from incident_person
      where store_id = ${storeId} and incident_id = ${incident} and certain = ${part === 'certain'}
    ), merged (id, survivor) as (
      select p.id, p.merged_into from profile p
      where p.store_id = ${storeId} and p.merged_into is not null and p.id in (select profile_id from person)
      union
      select merged.id, p.merged_into from merged
        join profile p on p.store_id = ${storeId} and p.id = merged.survivor and p.merged_into is not null
    ), friend as materialized (${friends(storeId)})
    select case when p.id is null then 'gone' else ${reachOf} end as reach, count(*)::int as people
    from person
      left join (
        select merged.id, merged.survivor from merged
          join profile p on p.store_id = ${storeId} and p.id = merged.survivor and p.merged_into is null) last on last.id = person.profile_id
      left join profile p on p.store_id = ${storeId} and p.id = coalesce(last.survivor, person.profile_id) and p.deleted_at is null
      left join friend on friend.profile_id = p.id
    group by 1`.execute(db)
  const reach = { line: 0, email: 0, phone: 0, none: 0, gone: 0 }
  for (const { reach: way, people } of rows) reach[way] = people
  return reach
}

/** People per transaction of a file. */
const BATCH = 5000

const words = {
  th: {
    columns: ['เลขที่ลูกค้า', 'ชื่อ', 'เห็นแน่นอนหรืออาจเห็น', 'ข้อมูลที่ออกไป', 'ครั้งสุดท้าย', 'ติดต่อทาง'],
    parts: { certain: 'เห็นแน่นอน', possible: 'อาจเห็น' },
    reach: { line: 'LINE', email: 'อีเมล', phone: 'โทรศัพท์', none: 'ไม่มี' },
    gone: 'ลูกค้าที่ลบแล้ว',
  },
  en: {
    columns: ['customer_id', 'name', 'part', 'fields', 'last_hour', 'reach'],
    parts: { certain: 'certain', possible: 'possible' },
    reach: { line: 'LINE', email: 'email', phone: 'phone', none: 'none' },
    gone: 'deleted customer',
  },
} as const

interface ToFile {
  storeId: number
  incident: number
  /** Fields that a right alone opened: those of each possible person. */
  possibleFields: readonly number[]
  names: boolean
  language: Language
}

/** All people of an incident as CSV, read in batches while it is sent. */
export function peopleFile(core: Pick<Core, 'pool'>, options: ToFile): Download {
  const { storeId, incident, language } = options
  const said = words[language]
  async function* lines() {
    yield `\ufeff${csvLine([...said.columns])}`
    for (let after = 0; ; ) {
      const batch = await inStore(core.pool, storeId, async (db) => {
        const rows = await db
          .selectFrom('incident_person')
          .select(['profile_id', 'certain', 'field_ids', 'hour'])
          .where('store_id', '=', storeId)
          .where('incident_id', '=', incident)
          .where('profile_id', '>', after)
          .orderBy('profile_id')
          .limit(BATCH)
          .execute()
        const field = await incidentFields(db, storeId, language)
        return { rows, people: await namePeople(db, storeId, rows), field }
      })
      for (const person of batch.people) {
        const { certain, hour, name, reach } = person
        const fields = certain ? person.field_ids : options.possibleFields
        yield csvLine([
          ...[String(person.profile_id), reach === null ? said.gone : options.names ? (name ?? '') : ''],
          said.parts[certain ? 'certain' : 'possible'],
          fields.map((id) => batch.field(id).display_name ?? `#${id}`).join(' · '),
          ...[hour ?? '', reach === null ? '' : said.reach[reach]],
        ])
      }
      const last = batch.rows.at(-1)
      if (!last || batch.rows.length < BATCH) return
      after = last.profile_id
    }
  }
  return {
    file_name: `ruam-incident-${incident}.csv`,
    content_type: 'text/csv; charset=utf-8',
    content: Readable.from(lines()),
  }
}
