import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { mayRead } from '../../customers/fields/access.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { columns, labelIds } from '../../customers/profiles/queries.ts'
import { readTyped } from '../../customers/profiles/read-edits.ts'
import { missingProfile } from '../../customers/profiles/survivors.ts'
import type { Db } from '../../database/db.ts'
import type { ProgramCaller } from '../../http/programs.ts'

/** Maximum profiles of one key. */
const MOST = 20

/** A key by which a program looks for a customer. */
interface ProfileKey {
  kind: 'id' | 'phone' | 'email' | 'line' | 'field'
  value: string
  field?: string | undefined
}

const ID = /^[1-9]\d{0,14}$/

/** Returns the key of an address: `123`, `phone:0891234567`, `field.memberNo:M01`; undefined if it is none. */
export function keyIn(text: string): ProfileKey | undefined {
  const [, kind, field, value] = /^(?:(id|phone|email|line|field)(?:\.([^:]{1,100}))?:)?(.*)$/s.exec(text)!
  if (kind === undefined) return { kind: 'id', value: value! }
  if ((kind === 'field') !== (field !== undefined)) return undefined
  return { kind: kind as ProfileKey['kind'], value: value!, field }
}

/** Finds live profiles without restricted ones by a key, at most 20. Throws field_closed for a key of a field that the program may not read. */
export async function findProfiles(db: Db, storeId: number, user: ProgramCaller, key: ProfileKey) {
  const ids = await idsOf(db, storeId, user, key)
  if (ids === undefined) return []
  return db
    .selectFrom('profile')
    .select([...columns, labelIds])
    .where('profile.store_id', '=', storeId)
    .where('profile.id', '=', sql<number>`any(array(${ids}))`)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null)
    .where('restricted_at', 'is', null)
    .orderBy('profile.id')
    .limit(MOST)
    .execute()
}

/** Returns the error for a key without a live profile. The id of a merged one leads to the one that remains. */
export const nobodyHas = async (db: Db, storeId: number, { kind, value }: ProfileKey): Promise<ApiError> =>
  kind === 'id' && ID.test(value) ? missingProfile(db, storeId, Number(value)) : new ApiError('not_found')

const nameOfKind = { phone: 'phone', email: 'email', line: 'lineUserId' } as const

async function idsOf(db: Db, storeId: number, user: ProgramCaller, { kind, value, field: name }: ProfileKey) {
  if (kind === 'id') return ID.test(value) ? sql`select ${value}::bigint` : undefined
  const wanted = kind === 'field' ? name : nameOfKind[kind]
  const field = (await fieldsOf(db, storeId, 'en')).find((one) => one.name === wanted)
  if (!field) throw new ApiError('unprocessable', { fields: [kind === 'field' ? 'body.field' : 'body.kind'] })
  if (!mayRead(user, field)) throw new ApiError('field_closed', { field: field.name })
  const read = readTyped({ ...field, times: 'never' }, value, 'UTC')
  if ('failure' in read || read.value === null) throw new ApiError('unprocessable', { fields: ['body.value'] })
  return holders(storeId, field, String(read.value))
}

/** Ids of the profiles with a value, each by an index: match keys have a table of their own, contacts another one. */
function holders(storeId: number, field: Field, value: string) {
  if (field.column === 'phone' || field.column === 'email')
    return sql`select id from profile where store_id = ${storeId} and ${sql.ref(field.column)} = ${value}
      union select profile_id from profile_contact where store_id = ${storeId} and field_id = ${field.id} and value = ${value}`
  if (field.column === 'line_user_id' || field.column === 'citizen_id')
    return sql`select id from profile where store_id = ${storeId} and ${sql.ref(field.column)} = ${value}`
  if (!field.matchKey) throw new ApiError('unprocessable', { fields: ['body.field'] })
  return sql`select profile_id from profile_key where store_id = ${storeId} and field_id = ${field.id} and value = ${value}`
}
