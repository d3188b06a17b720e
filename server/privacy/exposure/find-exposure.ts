import type { Language } from '@ruam/contract/errors/catalog.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { EXPOSURE_YEARS } from '@ruam/contract/privacy/exposure.ts'
import type { IncidentKind } from '@ruam/contract/privacy/incidents.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { calledName } from '../../customers/counter/card.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { bySets } from '../../database/plans.ts'
import { summaryOf } from '../../http/summaries.ts'
import { type ExposureSource, exposureTables, isExposable } from './people.ts'
import { rightWithin } from './rights.ts'

/** Widens a window to whole hours. Throws `exposure_window` if it is empty, or older than the records. */
export async function toFullHours(db: Db, window: { from: string; to?: string | undefined }) {
  const { rows } = await sql<{ from: string; to: string; valid: boolean }>`
    select date_trunc('hour', f, 'UTC') as from, ends as to, f < t and f >= now() - make_interval(years => ${EXPOSURE_YEARS}::int) as valid
    from (select ${window.from}::timestamptz as f, least(coalesce(${window.to ?? null}::timestamptz, now()), now()) as t) given,
      lateral (select date_trunc('hour', t + interval '1 hour' - interval '1 microsecond', 'UTC') as ends) widened`.execute(
    db,
  )
  const { from, to, valid } = rows[0]!
  if (!valid) throw new ApiError('exposure_window')
  return { from, to }
}

interface Counted {
  people: number
  fields: { id: number; people: number }[]
  ways: { call: string; people: number }[]
  possible: number
  page: { profile_id: number; name: string | null; field_ids: number[]; hour: string }[]
}

/** Counts whom a source saw and could have seen, and lists a page of the former. */
export async function findExposure(
  db: Db,
  source: ExposureSource,
  { language, offset, limit }: { language: Language; offset: number; limit: number },
) {
  const fields = await fieldsOf(db, source.storeId, language)
  const right = await rightWithin(db, source, fields)
  await bySets(db)
  const { rows } = await sql<Counted>`
    with recursive ${exposureTables(source)}, field as (
      select id, count(*)::int as people
      from (select distinct s.profile_id, f.id from seen s cross join lateral unnest(s.field_ids) f (id)) shown group by 1
    ), way as (
      select way as call, count(distinct profile_id)::int as people from seen group by 1
    ), page as (
      select profile_id, hour from person order by hour desc, profile_id offset ${offset} limit ${rowsOf(limit)}
    ), page_field as (
      select s.profile_id, array_agg(distinct f.id order by f.id) as field_ids
      from seen s join page on page.profile_id = s.profile_id cross join lateral unnest(s.field_ids) f (id) group by 1
    ), named as (
      select page.*, coalesce(page_field.field_ids, '{}') as field_ids, p.name
      from page left join page_field on page_field.profile_id = page.profile_id
        left join lateral (
          select ${calledName} as name from profile p
          where p.store_id = ${source.storeId} and p.id = page.profile_id and p.deleted_at is null and p.merged_into is null) p on true
    )
    select (select count(*) from person)::int as people,
      (select coalesce(jsonb_agg(to_jsonb(field) order by people desc, id), '[]') from field) as fields,
      (select coalesce(jsonb_agg(to_jsonb(way) order by people desc, call), '[]') from way) as ways,
      ${right ? sql`(select count(*) from profile p where ${isExposable(source)})::int` : sql`0`} as possible,
      (select coalesce(jsonb_agg(to_jsonb(named) order by hour desc, profile_id), '[]') from named) as page`.execute(db)
  const { people, possible, page, ...counted } = rows[0]!
  const name = namesOf(fields)
  const most = right?.atMost ?? null
  return {
    summary: {
      ...{ from: source.from, to: source.to },
      certain: { people, fields: counted.fields.map(({ id, people }) => ({ ...name(id), people })) },
      possible: {
        people: most === null ? possible : Math.min(possible, most),
        fields: (right?.fields ?? []).map(({ id }) => name(id)),
        at_most: most,
      },
      ways: counted.ways.map(({ call, people }) => ({
        ...{ call, people },
        title: summaryOf(call)?.[language === 'th' ? 0 : 1] ?? null,
      })),
      complete_since: await completeSince(db, source.storeId, source.kind),
    },
    page: page.map(({ field_ids, ...person }) => ({ ...person, fields: field_ids.map(name) })),
    total: people,
  }
}

const namesOf = (fields: readonly Field[]) => {
  const names = new Map(fields.map(({ id, display_name }) => [id, display_name]))
  return (id: number) => ({ id, display_name: names.get(id) ?? null })
}

/** Returns the moment from which the records of a kind are complete: people of files since the first one that has them. */
async function completeSince(db: Db, storeId: number, kind: IncidentKind): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select greatest(created_at, now() - make_interval(years => ${EXPOSURE_YEARS}::int),
      ${kind === 'export' ? sql`coalesce((select min(at) from export_people where store_id = ${storeId}), now())` : sql`'-infinity'::timestamptz`}) as at
    from store where store_id = ${storeId}`.execute(db)
  return rows[0]!.at
}
