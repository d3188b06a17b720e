import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import type { previewKinds } from '@ruam/contract/broadcasts/personal.ts'
import type { Answer } from '@ruam/contract/platform/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { readValues, valuesOf } from '../messages/words.ts'
import { calledName } from '../settings/queries.ts'

type Preview = Answer<typeof broadcasts.preview>

/** Customers whose values are read. Computed values of more would take seconds. */
const READ = 100_000
const SHOWN = 5

interface Measured {
  counted: number
  /** Friends among the counted who are not customers: they have no values. */
  friends: number
  fields: { place: number; empty: number; longest: number }[]
  people: { id: number; name: string; kind: (typeof previewKinds)[number]; cells: (string | null)[] }[]
}

/** Returns values of five customers who differ, and how empty and long the values of the audience are. */
export async function previewOf(
  db: Db,
  storeId: number,
  audience: RawBuilder<unknown>,
  fields: readonly Field[],
): Promise<Preview> {
  if (fields.length === 0) return { people: [], counted: 0, fields: [] }
  await bySets(db)
  const { rows } = await measure(storeId, audience, fields).execute(db)
  const { people, counted, friends, fields: measured } = rows[0]!
  const measuredOf = (index: number) => measured.find(({ place }) => place === index + 1) ?? { empty: 0, longest: 0 }
  const once = people.filter(({ id }, index) => people.findIndex((other) => other.id === id) === index)
  return {
    people: once.slice(0, SHOWN).map(({ id, name, kind, cells }) => ({
      ...{ id, name, kind },
      values: [...readValues(fields, cells)].map(([field_id, value]) => ({ field_id, value })),
    })),
    counted,
    fields: fields.flatMap(({ id }, index) => {
      const { empty, longest } = measuredOf(index)
      return counted === 0 ? [] : { field_id: id, empty: empty + friends, longest }
    }),
  }
}

export const measure = (storeId: number, audience: RawBuilder<unknown>, fields: readonly Field[]) => sql<Measured>`
  with reached as materialized (
    select profile_id from (${audience}) a where reason is null order by profile_id limit ${READ}
  ),
  read as materialized (
    select profile.id, ${valuesOf(fields)} as cells from reached r
    join profile on profile.store_id = ${storeId} and profile.id = r.profile_id
  ),
  measured as materialized (
    select id, cells, (select count(*) from unnest(cells) v where btrim(v) <> '') as filled,
      (select coalesce(sum(char_length(v)), 0) from unnest(cells) v) as letters
    from read
  ),
  chosen as (
    (select 1 as place, 'full' as kind, id, cells from measured order by filled desc, letters, id limit 1)
    union all (select 2, 'long', id, cells from measured order by letters desc, id limit 1)
    union all (select 3, 'short', id, cells from measured where filled > 0 order by filled desc, letters, id limit 1)
    union all (select 4, 'empty', id, cells from measured order by filled, id limit 1)
    union all (select 5, 'other', id, cells from measured order by id limit 5)
  )
  select (select count(*)::int from reached) as counted, (select count(*)::int from reached where profile_id is null) as friends,
    (select coalesce(jsonb_agg(jsonb_build_object('place', f.place, 'empty', f.empty, 'longest', f.longest) order by f.place), '[]')
      from (select u.place, (count(*) filter (where coalesce(btrim(u.v), '') = ''))::int as empty, coalesce(max(char_length(u.v)), 0) as longest
        from measured, unnest(cells) with ordinality u (v, place) group by u.place) f) as fields,
    (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'cells', c.cells, 'name', (
        select ${calledName} from profile p where p.store_id = ${storeId} and p.id = c.id)) order by c.place, c.id), '[]')
      from chosen c) as people`
