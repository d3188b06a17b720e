import { invitations, people } from '@ruam/contract/access/people.ts'
import type { Member, TestStore } from '../store.testing.ts'

let made = 0
export const freshEmail = () => `invited.${process.pid}.${++made}@example.com`

/** Invites a person by link. Returns the invitation's id, its e-mail and the link's secret. */
export async function invited(by: Member, roleId: number, email = freshEmail()) {
  const { id, link } = await by.call(invitations.create, { body: { email, role_id: roleId, send: false } })
  return { id, email, token: link!.split('#')[1]! }
}

/** Request of a new member. */
export const newcomer = (token: string) => ({
  token,
  first_name: 'ญาดา',
  last_name: 'ผู้ใหญ่',
  password: 'purple tractor monday',
})

/** Returns a person's row in the list of members. */
export async function listed(store: TestStore, email: string) {
  const { data } = await store.call(people.list, { query: { keyword: email, limit: '0' } })
  return data.map(({ status, role }) => ({ status, role: role.name }))
}
