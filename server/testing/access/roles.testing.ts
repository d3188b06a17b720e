import { roles } from '@ruam/contract/access/roles.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import type { ErrorBody } from '@ruam/contract/errors/catalog.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { type Member, type TestStore, testServer } from '../store.testing.ts'

let made = 0
export const freshRole = () => `บทบาท ${++made}`

/** A role of a store, made by its owner. */
export const madeRole = (store: TestStore, permissions: readonly Permission[], name = freshRole()) =>
  store.call(roles.create, { params: { id: String(store.storeId) }, body: { name, permissions: [...permissions] } })

export const roleParams = (store: TestStore, id: number) => ({ id: String(store.storeId), role_id: String(id) })

/** The id of the role that every store starts with. */
export async function presetId(store: TestStore, name: string): Promise<number> {
  const { data } = await store.call(roles.listOfSettings, { query: { limit: '0' } })
  return data.find((role) => role.name === name)!.id
}

/** A member who has this role. */
export async function memberWith(store: TestStore, roleId: number): Promise<Member> {
  const { admin } = await testServer()
  const member = await store.member([])
  await admin.query('update store_member set role_id = $3 where store_id = $1 and user_id = $2', [
    store.storeId,
    member.userId,
    roleId,
  ])
  return member
}

/** Returns current permissions of a member. */
export async function permissionsOf(store: TestStore, member: Member): Promise<string[]> {
  return (await member.call(stores.get, { params: { id: String(store.storeId) } })).permissions
}

/** The error of a reply, also of a call that answers nothing. */
export const errorOf = ({ body }: { body: unknown }) => (body as Partial<ErrorBody> | undefined)?.error
