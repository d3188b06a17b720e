import type { IncidentKind } from '@ruam/contract/privacy/incidents.ts'
import { sql } from 'kysely'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { exposureTables, isExposable } from '../exposure/people.ts'
import { rightWithin } from '../exposure/rights.ts'

/** Figures of an incident, as its people were frozen. */
export interface Frozen {
  certain: number
  possible: number
  fields: { id: number; people: number }[]
  possible_fields: number[]
  at_most: number | null
}

interface Sentence {
  storeId: number
  incident: number
  kind: IncidentKind
  id: number
  from: string
  to: string
}

/**
 * Freezes the people of an incident with their fields, and its figures. Computed once more, people who are still in it keep their rows:
 * others refer to them.
 */
export async function freezePeople(db: Db, sentence: Sentence): Promise<void> {
  const { storeId, incident } = sentence
  const right = await rightWithin(db, sentence, await fieldsOf(db, storeId, 'th'))
  await bySets(db)
  const possible = sql`
    union all select p.id, false, '{}'::int[], null from profile p where ${isExposable(sentence)}`
  await sql`
    with recursive ${exposureTables(sentence)}, fresh as materialized (
      select person.profile_id, true as certain, coalesce(shown.field_ids, '{}') as field_ids, person.hour
      from person left join (
        select s.profile_id, array_agg(distinct f.id order by f.id) as field_ids
        from seen s cross join lateral unnest(s.field_ids) f (id) group by 1) shown on shown.profile_id = person.profile_id
      ${right ? possible : sql``}
    ), gone as (
      delete from incident_person i where i.store_id = ${storeId} and i.incident_id = ${incident}
        and not exists (select from fresh where fresh.profile_id = i.profile_id)
    )
    insert into incident_person (store_id, incident_id, profile_id, certain, field_ids, hour)
    select ${storeId}, ${incident}, profile_id, certain, field_ids, hour from fresh
    on conflict (store_id, incident_id, profile_id) do update
      set certain = excluded.certain, field_ids = excluded.field_ids, hour = excluded.hour`.execute(db)
  const rest = { possible_fields: right?.fields.map(({ id }) => id) ?? [], at_most: right?.atMost ?? null }
  await sql`
    update incident set computed_at = clock_timestamp(), exposure = ${JSON.stringify(rest)}::jsonb || (
      select jsonb_build_object('certain', count(*) filter (where certain), 'possible', count(*) filter (where not certain),
        'fields', (
          select coalesce(jsonb_agg(jsonb_build_object('id', id, 'people', people) order by people desc, id), '[]')
          from (
            select f.id, count(*) as people from incident_person i cross join lateral unnest(i.field_ids) f (id)
            where i.store_id = ${storeId} and i.incident_id = ${incident} group by 1) field))
      from incident_person where store_id = ${storeId} and incident_id = ${incident})
    where store_id = ${storeId} and id = ${incident}`.execute(db)
}
