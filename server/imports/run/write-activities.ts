import type { RunKind } from '@ruam/contract/imports/status.ts'
import type pg from 'pg'
import { addLines } from './add-lines.ts'
import type { AddedActivities } from './added-activities.ts'
import { copyLines, copyValue } from './copy.ts'
import { reaches } from './decide.ts'
import type { RowDecision } from './decided-rows.ts'
import type { Plan, PlannedActivity } from './plan.ts'

const INCOMING = 'pg_temp.incoming_activity'
const OVERLAY = 'pg_temp.overlay_activity'

/**
 * The temporary tables that a batch's activities go through. The overlay holds the activities of a dry run's rows so far: those it
 * would have added, and those that are there already.
 */
export async function prepareActivities(client: pg.ClientBase): Promise<void> {
  await client.query(`
    drop table if exists ${INCOMING}, ${OVERLAY};
    create temp table incoming_activity (record_no int, profile_id bigint, activity_at timestamptz, fields jsonb, key text);
    create temp table overlay_activity (profile_id bigint, activity_at timestamptz, fields jsonb, key text, added boolean);
    create index on ${OVERLAY} (profile_id, activity_at);
    create index on ${OVERLAY} (profile_id, key) where key is not null`)
}

interface Batch {
  client: pg.ClientBase
  storeId: number
  run: { id: number; kind: RunKind }
  activity: PlannedActivity
}

interface Placed {
  record_no: number
  met: number | null
}

/**
 * Writes the activities of a batch, in a dry run to its overlay. Of several equal ones of one person the k-th row stands for the k-th
 * that is stored: a file imported twice adds none the second time, and two equal rows are two.
 */
export async function addActivities(
  client: pg.ClientBase,
  storeId: number,
  run: Batch['run'],
  plan: Plan,
  decisions: readonly RowDecision[],
): Promise<AddedActivities> {
  const { activity } = plan
  const ofOrders = activity?.lines ? await addLines(client, storeId, run, plan, decisions) : undefined
  const lines = decisions.flatMap((decision) => {
    if (!activity || !decision.activity || decision.order || !reaches(plan, decision)) return []
    const { at, fields } = decision.activity
    return [[String(decision.no), String(decision.entry!.id), at, copyValue(JSON.stringify(fields)), '\\N'].join('\t')]
  })
  if (!activity || lines.length === 0) return ofOrders ?? { added: new Set(), met: new Map() }
  await client.query(`truncate ${INCOMING}`)
  await copyLines(client, INCOMING, lines)
  const batch = { client, storeId, run, activity }
  const rows = activity.key === null ? [] : await addKeyed(batch, activity.key)
  rows.push(...(activity.equal === 'once' ? await addOnce(batch) : await addEach(batch)))
  const added = rows.flatMap(({ record_no, met }) => (met === null ? [record_no] : []))
  const met = rows.flatMap(({ record_no, met }): [number, number][] => (met === null ? [] : [[record_no, met]]))
  return {
    ...ofOrders,
    added: new Set([...(ofOrders?.added ?? []), ...added]),
    met: new Map([...(ofOrders?.met ?? []), ...met]),
  }
}

// OFFSET 0 keeps each look a probe of an index, whatever the statistics said when the plan was made. The type is compared outside:
// inside, the index of types fits as well, and all activities of the same time would be read for each row.
const equalTo = (row: string) => `from (select id, run_id, row_no, type_id, fields from activity
    where store_id = $1 and profile_id = ${row}.profile_id and activity_at = ${row}.activity_at offset 0) a
  where a.type_id = $2 and a.fields = ${row}.fields`
const inOverlay = (row: string) =>
  `from ${OVERLAY} o where o.profile_id = ${row}.profile_id and o.activity_at = ${row}.activity_at and o.fields = ${row}.fields`

const inserted = (
  rows: string,
  run: string,
) => `insert into activity (store_id, profile_id, type_id, activity_at, fields, run_id, row_no)
  select $1, profile_id, $2, activity_at, fields, ${run}, record_no from ${rows} returning row_no as record_no`

const overlaid = (rows: string, added: string) => `insert into ${OVERLAY} (profile_id, activity_at, fields, key, added)
  select profile_id, activity_at, fields, key, ${added} from ${rows}`

/** The k-th of several equal rows is the k-th of those that are stored, and a new one where there are fewer. */
async function addEach({ client, storeId, run, activity }: Batch): Promise<Placed[]> {
  const groups = `groups as (select profile_id, activity_at, fields, array_agg(record_no order by record_no) as nos
    from ${INCOMING} where key is null group by profile_id, activity_at, fields)`
  const { earlier } = activity
  // A row with unread cells is in the correction file as well: its earlier run does not claim its activity.
  const claims =
    earlier.length === 0 ? '' : `and not (r.unread is not null and r.run = any($${run.kind === 'dry' ? 3 : 5}))`
  const own =
    earlier.length === 0
      ? ''
      : `and not exists (select from run_record r where r.store_id = $1 and r.run = a.run_id
    and r.record_no = a.row_no ${claims.replace('and not', 'and')})`
  // `claimed`: those that rows before these stand for, of this run or of the one whose left-over rows the file holds. The run is
  // compared behind OFFSET 0, or the key of the records would be taken for it, and all records of the run be read for each row.
  const stored = `select count(*) as stored, array_agg(a.id order by a.id) as ids,
      (count(*) filter (where a.run_id = any($3) ${own}) + coalesce(sum(m.claims), 0))::int as claimed from (select id, run_id, row_no ${equalTo('g')} offset 0) a
    cross join lateral (select count(*) as claims
      from (select run, unread from run_record where store_id = $1 and met_activity = a.id offset 0) r
        where r.run = any($3) ${claims}) m`
  const placed = (k: string) => `cross join lateral (select no as record_no, (${k} + place)::int as k
    from unnest(g.nos) with ordinality u (no, place)) row`
  if (run.kind === 'dry') {
    const { rows } = await client.query<Placed>({
      name: `overlay-each-activity${earlier.length === 0 ? '' : '-left'}`,
      text: `with ${groups},
        placed as (select row.record_no, g.profile_id, g.activity_at, g.fields, null::text as key,
            row.k > s.stored + o.added as adds
          from groups g cross join lateral (${stored}) s
          cross join lateral (select count(*) as seen, count(*) filter (where o.added) as added
            from (select added ${inOverlay('g')} offset 0) o) o
          ${placed('s.claimed + o.seen')}),
        kept as (${overlaid('placed', 'adds')})
        select record_no, null as met from placed where adds`,
      values: [storeId, activity.typeId, earlier],
    })
    return rows
  }
  const { rows } = await client.query<Placed>({
    name: `add-each-activity${earlier.length === 0 ? '' : '-left'}`,
    text: `with ${groups},
      placed as (select row.record_no, g.profile_id, g.activity_at, g.fields, s.ids[row.k] as met
        from groups g cross join lateral (${stored}) s ${placed('s.claimed')}),
      fresh as (select * from placed where met is null order by record_no),
      added as (${inserted('fresh', '$4')})
      select record_no, null as met from added
      union all select record_no, met from placed where met is not null`,
    values: [storeId, activity.typeId, [run.id, ...earlier], run.id, ...(earlier.length === 0 ? [] : [earlier])],
  })
  return rows
}

/** Equal rows are one activity. */
async function addOnce({ client, storeId, run, activity }: Batch): Promise<Placed[]> {
  const dry = run.kind === 'dry'
  const first = `fresh as (select distinct on (profile_id, activity_at, fields) * from ${INCOMING} i
    where key is null and not exists (select ${equalTo('i')} offset 0)
      ${dry ? `and not exists (select ${inOverlay('i')} offset 0)` : ''}
    order by profile_id, activity_at, fields, record_no)`
  const { rows } = await client.query<Placed>({
    name: `${run.kind}-activity-once`,
    text: `with ${first}, added as (${dry ? `${overlaid('fresh', 'true')} returning 0` : inserted('fresh', '$3')})
      select record_no, null as met from ${dry ? 'fresh' : 'added'}`,
    values: dry ? [storeId, activity.typeId] : [storeId, activity.typeId, run.id],
  })
  return rows
}

/** Rows that hold the key are one activity of their person, whatever else they say; the first of them counts. */
async function addKeyed({ client, storeId, run, activity }: Batch, key: number): Promise<Placed[]> {
  const dry = run.kind === 'dry'
  // A hash of what may be 32 kB long, so that an index takes it.
  const keyOf = (row: string) => `md5(${row}.fields ->> '${key}')`
  // The type is compared behind OFFSET 0: without statistics the index of types would look as good as that of people.
  // Hashed together: each activity of these people is looked at once, however many rows one of them has.
  await client.query(
    `update ${INCOMING} i set key = ${keyOf('i')} where i.fields ? '${key}'; set local enable_hashjoin = on`,
  )
  const { rows } = await client.query<Placed>({
    name: `${run.kind}-activity-keyed`,
    text: `with first as materialized (select distinct on (profile_id, key) * from ${INCOMING} where key is not null
        order by profile_id, key, record_no),
      stored as materialized (select p.profile_id, ${keyOf('a')} as key from (select distinct profile_id from first) p
        cross join lateral (select fields, type_id from activity
          where store_id = $1 and profile_id = p.profile_id offset 0) a
        where a.type_id = $2 and a.fields ? '${key}'),
      fresh as (select f.* from first f where not exists (select from stored s where s.profile_id = f.profile_id and s.key = f.key)
        ${dry ? `and not exists (select from ${OVERLAY} o where o.profile_id = f.profile_id and o.key = f.key offset 0)` : ''}
        order by f.record_no),
      added as (${dry ? `${overlaid('fresh', 'true')} returning 0` : inserted('fresh', '$3')})
      select record_no, null as met from ${dry ? 'fresh' : 'added'}`,
    values: dry ? [storeId, activity.typeId] : [storeId, activity.typeId, run.id],
  })
  await client.query('set local enable_hashjoin = off')
  return rows
}
