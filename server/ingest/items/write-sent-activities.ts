import type pg from 'pg'
import type { AddedActivities } from '../../imports/run/added-activities.ts'
import type { RowDecision } from '../../imports/run/decided-rows.ts'
import { linesFrom, rowLinesOf } from '../../imports/run/lines.ts'
import type { RowPlace } from '../../imports/run/row-places.ts'
import { nameOfReference, type Reference, type SentActivities, type SentActivity, sentAs } from './references.ts'

/** A row whose activity is written. */
interface SentRow {
  no: number
  place: Place
  profileId: number
  at: string
  fields: string
  activity: SentActivity
  /** People who have had it until staff answered that it is somebody else's. */
  from: readonly number[]
}

/** Run of a row, its number in it, and the data source. */
type Place = RowPlace & { source: number }

/** What a batch has written so far. */
interface Written extends AddedActivities {
  added: Set<number>
  met: Map<number, number>
  replaced: Set<number>
  left: number[]
}

/**
 * Writes the activities of a batch of items. One with a reference is the activity that its source sent before with the same type and
 * reference. Others are equal if person, type, time and all fields are: programs retry calls without a response.
 */
export async function writeSentActivities(
  client: pg.ClientBase,
  storeId: number,
  placeOf: (no: number) => Place,
  sent: SentActivities,
  decisions: readonly RowDecision[],
): Promise<AddedActivities> {
  const rows = decisions.flatMap(({ no, entry, holder, answer, activity }): SentRow[] => {
    const own = sent.get(no)
    const person = entry ?? holder
    if (!person || !activity || !own) return []
    const from = answer && !answer.same ? answer.people.flatMap(({ id }) => id ?? []) : []
    return [
      {
        ...{ no, place: placeOf(no), profileId: person.id!, at: activity.at },
        ...{ fields: JSON.stringify(activity.fields), activity: own, from },
      },
    ]
  })
  const [unnamed, named] = [
    rows.filter(({ activity }) => !activity.reference),
    rows.filter(({ activity }) => activity.reference),
  ]
  const written: Written = { added: new Set(), met: new Map(), replaced: new Set(), left: [] }
  if (unnamed.length > 0) await writeEqual(client, storeId, unnamed, written)
  if (named.length > 0) await writeReferences(client, storeId, named, written)
  return written
}

async function writeEqual(
  client: pg.ClientBase,
  storeId: number,
  rows: readonly SentRow[],
  { added, met, left }: Written,
): Promise<void> {
  const lines = rows.map(({ no, place, profileId, at, fields, activity }) => [
    ...[no, profileId, activity.typeId, at, fields, place.run, place.row],
  ])
  for (const { profileId, at, fields, activity, from } of rows) {
    if (from.length === 0) continue
    left.push(...from)
    await client.query(
      `update activity set profile_id = $2 where store_id = $1 and profile_id = any($3::bigint[]) and type_id = $4
        and activity_at = $5::timestamptz and fields = $6::jsonb and run_id is not null`,
      [storeId, profileId, from, activity.typeId, at, fields],
    )
  }
  const { rows: written } = await client.query<{ record_no: number; met: number | null }>(
    `with sent as materialized (
      select c[1]::int as record_no, c[2]::bigint as profile_id, c[3]::int as type_id, c[4]::timestamptz as activity_at,
        c[5]::jsonb as fields, c[6]::bigint as run, c[7]::int as row_no from ${linesFrom('$2')}),
    first as materialized (
      select distinct on (profile_id, type_id, activity_at, fields) * from sent
      order by profile_id, type_id, activity_at, fields, record_no),
    met as materialized (
      select f.*, e.id from first f
      left join lateral (select min(id) as id from (select id, type_id, fields from activity where store_id = $1
        and profile_id = f.profile_id and activity_at = f.activity_at offset 0) a
        where type_id = f.type_id and fields = f.fields) e on true),
    added as (
      insert into activity (store_id, profile_id, type_id, activity_at, fields, run_id, row_no)
      select $1, profile_id, type_id, activity_at, fields, run, row_no from met where id is null order by record_no)
    select record_no, id as met from met`,
    [storeId, rowLinesOf(lines)],
  )
  for (const { record_no, met: id } of written) {
    if (id === null) added.add(record_no)
    else met.set(record_no, id)
  }
}

/** Rows of a batch that name one activity. */
interface Named {
  first: SentRow
  /** Row whose content is stored in the end. */
  last: SentRow
  reference: Reference
  /** Rows that correct what was sent before them. */
  correcting: number[]
  replace: boolean
}

function namedOf(rows: readonly SentRow[]): Named[] {
  const byName = Map.groupBy(rows, ({ activity }) => nameOfReference(activity, activity.reference!))
  return [...byName.values()].map((same) => {
    const [first] = same as [SentRow]
    let { before } = first.activity.reference!
    let last = first
    const correcting: number[] = []
    for (const row of same) {
      const { replace, digest } = row.activity.reference!
      if (replace && before !== null && before !== digest) correcting.push(row.no)
      if (replace || row === first) last = row
      before ??= digest
      if (replace) before = digest
    }
    const replace = same.some(({ activity, from }) => activity.reference!.replace || from.length > 0)
    return { first, last, reference: last.activity.reference!, correcting, replace }
  })
}

async function writeReferences(
  client: pg.ClientBase,
  storeId: number,
  rows: readonly SentRow[],
  { added, met, replaced, left }: Written,
): Promise<void> {
  const named = namedOf(rows)
  const lines = named.map(({ first, last, reference: { text, source, digest }, replace }) => [
    ...[first.no, last.profileId, last.activity.typeId, last.at, last.fields, text, source, digest, replace],
    ...[first.place.run, first.place.row, first.place.source],
  ])
  // A row of the version before has no source: it is the same activity if its customer and time are.
  const { rows: written } = await client.query<RowPlace & { met: number | null; left: number | null }>(
    `with sent as materialized (
      select c[1]::int as record_no, c[2]::bigint as profile_id, c[3]::int as type_id, c[4]::timestamptz as activity_at,
        c[5]::jsonb as fields, c[6] as reference, c[7] as source, decode(c[8], 'hex') as digest, c[9]::boolean as replace,
        c[10]::bigint as run, c[11]::int as row_no, c[12]::int as data_source,
        row_number() over (partition by c[12], c[3], c[6] order by c[1]::int) = 1 as is_first from ${linesFrom('$2')}),
    stored as materialized (
      select s.*, coalesce(r.id, f.id) as id, f.taken from sent s
      left join lateral ${sentAs('s')} r on r.type_id = s.type_id
      left join lateral (
        select count(*) > 0 as taken,
          min(id) filter (where source is null and profile_id = s.profile_id and activity_at = s.activity_at) as id
        from (select id, type_id, source, profile_id, activity_at from activity where store_id = $1 and data_source_id = s.data_source
          and reference = s.reference offset 0) a where type_id = s.type_id) f on true),
    changed as materialized (
      select s.*, a.profile_id as was_profile, a.activity_at as was_at, a.fields as was_fields, a.run_id as was_run,
        a.row_no as was_row, a.sent_digest as was_digest
      from stored s cross join lateral (select * from activity where store_id = $1 and id = s.id offset 0) a
      where s.replace and (a.profile_id, a.activity_at, a.fields) is distinct from (s.profile_id, s.activity_at, s.fields)),
    kept as (
      insert into replaced_activity (store_id, activity_id, run, profile_id, activity_at, fields, run_id, row_no, sent_digest)
      select $1, id, run, was_profile, was_at, was_fields, was_run, was_row, was_digest from changed
      where was_run is distinct from run on conflict do nothing),
    corrected as (
      update activity a set profile_id = c.profile_id, activity_at = c.activity_at, fields = c.fields, run_id = c.run,
        row_no = c.row_no, source = c.source, sent_digest = c.digest
      from changed c where a.store_id = $1 and a.id = c.id),
    added as (
      insert into activity (store_id, profile_id, type_id, activity_at, fields, run_id, row_no, reference, source, sent_digest,
        data_source_id)
      select $1, profile_id, type_id, activity_at, fields, run, row_no, reference, source, digest,
        case when is_first and not taken then data_source end
      from stored where id is null order by record_no
      on conflict do nothing returning run_id, row_no)
    select run_id as run, row_no as row, null::bigint as met, null::bigint as left from added
    union all select run, row_no, id, null from stored where id is not null and id not in (select id from changed)
    union all select run, row_no, id, was_profile from changed`,
    [storeId, rowLinesOf(lines)],
  )
  const nameOfPlace = ({ run, row }: RowPlace) => `${run} ${row}`
  const byPlace = new Map(named.map((one) => [nameOfPlace(one.first.place), one]))
  for (const { met: id, left: profile, ...place } of written) {
    const { first, last, correcting } = byPlace.get(nameOfPlace(place))!
    if (id === null) added.add(first.no)
    else if (profile === null) met.set(first.no, id)
    // Its content was changed since the source sent the same.
    else if (correcting.length === 0) replaced.add(last.no)
    if (id === null || profile !== null)
      for (const no of correcting) if (no !== first.no || id !== null) replaced.add(no)
    if (profile !== null && profile !== last.profileId) left.push(profile)
  }
}
