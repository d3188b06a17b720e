import type { FieldNameQuery, fieldNameErrors } from '@ruam/contract/customers/profile-fields.ts'
import { FIELD_NAME } from '@ruam/contract/platform/names.ts'
import { activityDate, systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { storeLocks } from '../../database/postgres/locks.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { madeFieldName } from './made-name.ts'

/** Whose fields: a store has those of its profiles and those of its activities, numbered apart. */
export type FieldOwner = 'profile' | 'activity'

interface FieldNames {
  field_name: string
  display_name: string
}

/** The class of the locks under which a store's field names are given out; the second number is the store. */
const FIELD_NAMES_LOCK = storeLocks.fieldNames

interface Taken {
  owner: FieldOwner
  name: boolean
  shown: boolean
}

/**
 * Returns the error of these names for a field, or undefined. Names are unique within a store, across profile, activity and system
 * fields. Reserves them until the transaction ends. `own`: the field that already has them.
 */
export async function fieldNameProblem(
  db: Db,
  storeId: number,
  names: FieldNames,
  own?: { owner: FieldOwner; id: number },
): Promise<(typeof fieldNameErrors)[number] | undefined> {
  if (!FIELD_NAME.test(names.field_name)) return 'field_name_invalid'
  // Two tables cannot share a unique index.
  await lockFieldNames(db, storeId)
  const taken = [...systemTaken(names), ...(await storeTaken(db, storeId, names, own))]
  const has = (owner: FieldOwner, what: 'name' | 'shown') => taken.some((one) => one.owner === owner && one[what])
  if (has('profile', 'name')) return 'field_name_in_profile'
  if (has('profile', 'shown')) return 'field_display_name_in_profile'
  if (has('activity', 'name')) return 'field_name_in_activity'
  return has('activity', 'shown') ? 'field_display_name_in_activity' : undefined
}

/** True if a field has the name or display name. */
export async function fieldNameExists(db: Db, storeId: number, { keyword, kind }: FieldNameQuery): Promise<boolean> {
  const names = { field_name: keyword, display_name: canonicalText(keyword) }
  const taken = [...systemTaken(names), ...(await storeTaken(db, storeId, names))]
  return taken.some(({ name, shown }) => (kind !== 'display_name' && name) || (kind !== 'name' && shown))
}

function systemTaken({ field_name, display_name }: FieldNames): Taken[] {
  const shownAs = display_name.toLowerCase()
  const takenBy = (owner: FieldOwner, known: { name: string; th: string; en: string }) => ({
    owner,
    name: known.name.toLowerCase() === field_name.toLowerCase(),
    shown: known.th.toLowerCase() === shownAs || known.en.toLowerCase() === shownAs,
  })
  return [...systemFields.map((known) => takenBy('profile', known)), takenBy('activity', activityDate)]
}

async function storeTaken(
  db: Db,
  storeId: number,
  { field_name, display_name }: FieldNames,
  own?: { owner: FieldOwner; id: number },
): Promise<Taken[]> {
  const carriers = (owner: FieldOwner) => {
    const others = db
      .selectFrom(owner === 'profile' ? 'profile_field' : 'activity_field')
      .select([
        sql<FieldOwner>`${owner}::text`.as('owner'),
        sql<boolean>`lower(field_name) = lower(${field_name})`.as('name'),
        sql<boolean>`name_key(display_name) = name_key(${display_name})`.as('shown'),
      ])
      .where('store_id', '=', storeId)
      .where(
        sql<boolean>`(lower(field_name) = lower(${field_name}) or name_key(display_name) = name_key(${display_name}))`,
      )
    return own?.owner === owner ? others.where('id', '!=', own.id) : others
  }
  return carriers('profile').unionAll(carriers('activity')).execute()
}

/** Returns a free field name for a display name, and reserves it until the transaction ends. */
export async function freeFieldName(db: Db, storeId: number, displayName: string): Promise<string> {
  await lockFieldNames(db, storeId)
  const made = madeFieldName(displayName)
  const likeIt = (owner: FieldOwner) =>
    db
      .selectFrom(owner === 'profile' ? 'profile_field' : 'activity_field')
      .select(sql<string>`lower(field_name)`.as('name'))
      .where('store_id', '=', storeId)
      .where(sql<boolean>`starts_with(lower(field_name), lower(${made}))`)
  const own = await likeIt('profile').unionAll(likeIt('activity')).execute()
  const taken = new Set([
    ...[...systemFields, activityDate].map(({ name }) => name.toLowerCase()),
    ...own.map(({ name }) => name),
  ])
  let free = made
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${made}${n}`
  return free
}

/** Prevents other transactions from naming fields or creating built-in types until this one ends. */
export async function lockFieldNames(db: Db, storeId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIELD_NAMES_LOCK}::int, ${storeId}::int)`.execute(db)
}
