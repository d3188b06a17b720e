import type { ProfileSummary } from '@ruam/contract/customers/profile-activities.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { sumField } from '@ruam/contract/formats/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { localizeType } from '../fields/given-names.ts'
import { sourceNames } from '../history/source-names.ts'
import { type ActivityNames, loadActivityNames } from './activity-names.ts'
import { markedNotes, noteText } from './follow-ups.ts'
import { activitiesOf, inListOrder } from './queries.ts'
import { writerOf } from './view.ts'

/** Number of recent activities by hand that determine suggested types, and number of suggestions. */
const LOOKED_AT = 200
const OFFERED = 3

/** Summarizes a profile's activities: counts by type, paid sums, and the last note. */
export async function summaryOf(
  db: Db,
  storeId: number,
  profileId: number,
  language: Language,
): Promise<ProfileSummary> {
  const names = await loadActivityNames(db, storeId)
  const own = await purposes(db, storeId)
  const said = (id: number) => ({ id, name: localizeType(names.types.get(id)!, language).name })
  const counted = await countedTypes(db, storeId, profileId, sumFields(names))
  return {
    types: counted
      .filter(({ type_id }) => type_id !== own.note && names.types.has(type_id))
      .map(({ type_id, ...figures }) => ({ ...said(type_id), ...figures, visit: type_id === own.visit })),
    ...(own.note === undefined
      ? { pinned_notes: [], follow_ups: [] }
      : await markedNotes(db, storeId, profileId, own.note)),
    last_note: own.note === undefined ? null : await lastNote(db, storeId, profileId, own.note),
    offered: (await writtenMost(db, storeId))
      .filter((id) => id !== own.note && id !== own.visit && names.types.has(id))
      .slice(0, OFFERED)
      .map((id) => ({ ...said(id), empty: writtenFields(names, id).length === 0 })),
  }
}

/** The field of each type that says what was paid. */
const sumFields = (names: ActivityNames) =>
  [...names.types.keys()].flatMap((type) => {
    const field = sumField(writtenFields(names, type))
    return field ? [{ type, field: field.id }] : []
  })

/** Returns the fields of a type that are not computed. */
const writtenFields = ({ types, fields }: ActivityNames, type: number) =>
  types.get(type)!.field_ids.flatMap((id) => {
    const field = fields.get(id)
    return field && !field.computed ? [field] : []
  })

async function purposes(db: Db, storeId: number): Promise<{ note?: number; visit?: number }> {
  const { rows } = await sql<{ id: number; purpose: 'note' | 'visit' }>`
    select id, purpose from activity_type where store_id = ${storeId} and purpose is not null`.execute(db)
  return Object.fromEntries(rows.map(({ id, purpose }) => [purpose, id]))
}

interface Counted {
  type_id: number
  count: number
  last_at: string
  /** Null of a type without a sum. */
  total: number | null
}

/** Types with a sum first, then those with most. */
async function countedTypes(
  db: Db,
  storeId: number,
  profileId: number,
  sums: readonly { type: number; field: number }[],
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select a.type_id, count(*) as count, max(a.activity_at) as last_at,
      sum(case when jsonb_typeof(a.fields -> m.field) = 'number' then (a.fields ->> m.field)::float8 end) as total
    from activity a
    left join unnest(${sums.map(({ type }) => type)}::int[], ${sums.map(({ field }) => String(field))}::text[]) m (type, field)
      on m.type = a.type_id
    where a.store_id = ${storeId} and a.profile_id = ${profileId}
    group by a.type_id order by bool_or(m.type is not null) desc, 2 desc, 3 desc, 1`.execute(db)
  return rows
}

/** The newest note of a customer. */
export async function lastNote(
  db: Db,
  storeId: number,
  profileId: number,
  type: number,
): Promise<ProfileSummary['last_note']> {
  const notes = inListOrder(activitiesOf(db, storeId, profileId, type), { sort_by: 'activity_at', sort_dir: 'desc' })
  const note = await notes.limit(1).executeTakeFirst()
  const text = note && noteText(note)
  if (!note || text === undefined) return null
  const nameOf = await sourceNames(db, storeId, [writerOf(note)])
  return { text, at: note.activity_at, by: nameOf(writerOf(note)).name }
}

/** The types that a store's people wrote by hand last, those that were written most first. */
async function writtenMost(db: Db, storeId: number): Promise<number[]> {
  const { rows } = await sql<{ type_id: number }>`
    select type_id from (select type_id from activity where store_id = ${storeId} and created_by is not null
      order by created_at desc limit ${sql.lit(LOOKED_AT)}) latest
    group by type_id order by count(*) desc, type_id`.execute(db)
  return rows.map(({ type_id }) => type_id)
}
