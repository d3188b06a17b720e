import { auth } from '@ruam/contract/access/auth.ts'
import { DPA_VERSION } from '@ruam/contract/access/dpa-document.ts'
import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { preferences } from '@ruam/contract/customers/preferences.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { mayOpen, type Permission } from '@ruam/contract/platform/permissions.ts'
import type { Random } from '../../tools/random.ts'
import { field, madeProfile } from '../testing/customers/profiles.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import type { Request } from './calls.ts'
import { secretOf } from './rows.ts'

interface Staff extends Member {
  store: FlushStore
  owner: boolean
  /** Expected permissions. */
  rights: readonly Permission[]
  revoked: boolean
  expired: boolean
  removed: boolean
}

export interface FlushStore {
  storeId: number
  made: TestStore
  people: number[]
  types: number[]
  labels: number[]
  /** The last decision about the agreement. */
  accepted: boolean
  staff: Staff[]
}

const rightsToGive: readonly Permission[][] = [
  [],
  ['cdp-core.profile.read'],
  ['cdp-core.profile.read', 'cdp-core.profile-sensitive.read'],
  ['cdp-core.profile.read', 'cdp-core.profile.delete'],
  ['cdp-core.label.read'],
]

/** A store whose every name and value says whose it is. */
export async function flushStore(): Promise<FlushStore> {
  const made = await newStore()
  const { admin } = await testServer()
  const secret = secretOf(made.storeId)
  const shop = await made.call(activities.createField, {
    query: {},
    body: { name: 'shop', display_name: `ร้าน ${secret}`, data_type: 'String' },
  })
  const types = []
  for (const name of ['ซื้อ', 'เยี่ยม']) {
    types.push((await made.call(activities.createType, { body: { name: `${name} ${secret}`, fields: [shop.id] } })).id)
  }
  const labelIds = []
  for (const name of ['ลูกค้าประจำ', 'A', 'ก']) {
    const body = { name: `${name} ${secret}`, description: '', color: 'blue' as const, type: 'general' as const }
    labelIds.push((await made.call(labels.create, { body })).id)
  }
  const people: number[] = []
  for (let n = 0; n < 24; n++) {
    const values: Record<number, string | number> = { [field.firstName]: `คน ${n}`, [field.lastName]: secret }
    if (n % 3 === 0) values[field.phone] = `08123456${String(n).padStart(2, '0')}`
    if (n % 4 === 0) values[field.income] = 1000 * n
    people.push((await madeProfile(made, values, labelIds.slice(0, n % 4))).id)
  }
  for (const [n, id] of people.slice(0, 6).entries()) {
    for (let times = 0; times < n * 3; times++) {
      const body = { activity_type_id: types[times % 2]!, fields: [{ id: shop.id, value: `${secret} ${times}` }] }
      await made.call(profileActivities.create, { params: { id: String(id) }, body })
    }
  }
  // Further phones of one, and one that can be brought back.
  await admin.query(
    `insert into profile_contact (store_id, profile_id, field_id, value, source, source_id)
     values ($1, $2, $3, '+66899999999', 'merge', 1)`,
    [made.storeId, people[1], field.phone],
  )
  await made.call(profiles.delete, { params: { id: String(people.at(-1)) } })
  const store: FlushStore = { storeId: made.storeId, made, people, types, labels: labelIds, accepted: true, staff: [] }
  const known = { store, revoked: false, expired: false, removed: false }
  store.staff.push({ ...made, ...known, owner: true, rights: [] })
  for (const rights of rightsToGive) {
    store.staff.push({ ...(await made.member(rights)), ...known, owner: false, rights })
  }
  return store
}

interface Asked {
  endpoint: Endpoint
  request: Request
}

/** The list as its screen asks for it: the same in a body. */
function asScreen(
  names: string,
  { offset, limit, keyword, deleted, labels, ...sorting }: Record<string, string>,
): Asked {
  const rule = { condition: 'and', rules: [{ kind: 'label', operator: 'has_any', label_ids: [Number(labels)] }] }
  const filter = {
    ...(keyword && { keyword }),
    ...(deleted && { deleted: deleted === 'true' }),
    ...(labels && { rule }),
  }
  const page = { ...(offset && { offset: Number(offset) }), ...(limit && { limit: Number(limit) }) }
  return { endpoint: profiles.query, request: { body: { ...page, ...sorting, filter, names } } }
}

/** A call that can be read at once, asked for in one of the ways that screens and programs do, and in others. */
export function randomRead(random: Random, stores: readonly FlushStore[]): Asked {
  const { people, types, labels } = random.pick(stores)
  const query: Record<string, string> = {}
  const some = (name: string, values: readonly string[], chance = 0.5) => {
    if (random.chance(chance)) query[name] = random.pick(values)
  }
  some('limit', ['10', '20', '50', '100', '7', '1', '0', '101'])
  some('offset', ['0', '5', '10', '30', '600'], 0.3)
  const id = String(random.chance(0.9) ? random.pick(people) : 999_999)
  switch (random.below(6)) {
    case 0:
    case 1:
      some('sort_by', ['updated_at', 'created_at', 'createdAt', 'first_name', 'nobody'], 0.6)
      some('sort_dir', ['asc', 'desc'])
      some('labels', [String(random.pick(labels)), '999999'], 0.1)
      some('keyword', ['คน', 'ไม่มี'], 0.1)
      some('deleted', ['true', 'false'], 0.1)
      return random.chance(0.5)
        ? { endpoint: profiles.list, request: { query } }
        : asScreen(random.pick(['each', 'once']), query)
    case 2:
      return { endpoint: profiles.get, request: { params: { id } } }
    case 3: {
      some('sort_by', ['activity_at', 'activity_date', 'created_at'], 0.6)
      some('sort_dir', ['asc', 'desc'])
      some('activity_date_from', ['2020-01-01', '2999-01-01'], 0.1)
      const activity_id = random.pick(['0', '0', String(random.pick(types)), '999999'])
      return { endpoint: profileActivities.list, request: { params: { id, activity_id }, query } }
    }
    case 4:
      return { endpoint: preferences.get, request: {} }
    default:
      if (random.chance(0.3)) return { endpoint: auth.me, request: {} }
      some('active', ['true', 'false'], 0.8)
      some('mine', ['true', 'false'])
      return { endpoint: jobs.list, request: { query } }
  }
}

/** Expected rejection of a valid request; null if it depends on the target. */
export function refusalOf({ endpoint }: Asked, staff: Staff): number | null {
  if (staff.revoked) return 401
  if (endpoint.permission === 'person') return null
  if (staff.expired || staff.removed) return 401
  if (!staff.store.accepted && !endpoint.beforeDpa) return 403
  const { permission } = endpoint
  const anyOf = permission === 'member' ? [] : typeof permission === 'string' ? [permission] : permission
  const roles = staff.owner ? ['owner'] : []
  return mayOpen({ roles, permissions: staff.rights }, anyOf as Permission[]) ? null : 403
}

/** Something that changes who may read what, in the database and in the model. */
export async function randomChange(random: Random, stores: readonly FlushStore[]): Promise<void> {
  const { admin } = await testServer()
  const store = random.pick(stores)
  const staff = random.pick(store.staff)
  const of = [store.storeId, staff.userId]
  switch (random.below(5)) {
    case 0:
      staff.revoked = random.chance(0.2)
      await admin.query(`update user_session set revoked_at = ${staff.revoked ? 'now()' : 'null'} where user_id = $1`, [
        staff.userId,
      ])
      return
    case 1:
      staff.removed = random.chance(0.2)
      await admin.query(
        `update store_member set removed_at = ${staff.removed ? 'now()' : 'null'} where store_id = $1 and user_id = $2`,
        of,
      )
      return
    case 2:
      if (staff.owner) return
      staff.rights = random.pick(rightsToGive)
      await admin.query(
        `update role r set permissions = $3 from store_member m
         where m.store_id = $1 and m.user_id = $2 and r.store_id = m.store_id and r.id = m.role_id`,
        [...of, staff.rights],
      )
      return
    case 3:
      staff.expired = random.chance(0.2)
      await admin.query(
        `update access_token set expires_at = now() ${staff.expired ? '-' : '+'} interval '1 hour' where store_id = $1 and user_id = $2`,
        of,
      )
      return
    default:
      store.accepted = random.chance(0.8)
      await admin.query(
        "insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by) values ($1, $4, $2, '{}', '', $3)",
        [store.storeId, store.accepted ? 'accepted' : 'declined', staff.userId, DPA_VERSION],
      )
  }
}
