import { invitations, people } from '@ruam/contract/access/people.ts'
import { completeRights } from '@ruam/contract/access/right-needs.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { type Permission, permissions } from '@ruam/contract/platform/permissions.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshEmail } from '../../testing/access/people.testing.ts'
import { freshRole, madeRole, memberWith, roleParams } from '../../testing/access/roles.testing.ts'
import { type Member, newStore, type TestStore } from '../../testing/store.testing.ts'

const ROUNDS = Number(process.env.RIGHTS_ROUNDS ?? 6)

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

type Rights = readonly Permission[]
/** Tries to give the wished permissions to a member who had others. Returns the status. */
type Way = (giver: Member, had: Rights, wished: Rights) => Promise<number>

/** Five ways to give permissions, with the permission each requires, and whether the previous permissions count too. */
const ways: Record<string, { asks: Permission; before: boolean; give: Way }> = {
  'a new role': {
    asks: 'store.role.create',
    before: false,
    async give(giver, _, wished) {
      const body = { name: freshRole(), permissions: [...wished] }
      return (await giver.try(roles.create, { params: { id: String(store.storeId) }, body })).status
    },
  },
  'an edited role': {
    asks: 'store.role.edit',
    before: true,
    async give(giver, had, wished) {
      const role = await madeRole(store, had)
      const body = { permissions: [...wished], origin_time: role.updated_at }
      return (await giver.try(roles.update, { params: roleParams(store, role.id), body })).status
    },
  },
  'another role': {
    asks: 'user.user.edit',
    before: true,
    async give(giver, had, wished) {
      const taker = await memberWith(store, (await madeRole(store, had)).id)
      const role = await madeRole(store, wished)
      const params = { id: String(taker.userId) }
      return (await giver.try(people.update, { params, body: { role_id: role.id } })).status
    },
  },
  'an invitation': {
    asks: 'user.user.edit',
    before: false,
    async give(giver, _, wished) {
      const body = { email: freshEmail(), role_id: (await madeRole(store, wished)).id }
      return (await giver.try(invitations.create, { body })).status
    },
  },
  'the role that takes the place of a deleted one': {
    asks: 'store.role.delete',
    before: true,
    async give(giver, had, wished) {
      const [role, heir] = [await madeRole(store, had), await madeRole(store, wished)]
      await memberWith(store, role.id)
      const query = { move_to: String(heir.id) }
      return (await giver.try(roles.delete, { params: roleParams(store, role.id), query })).status
    },
  },
}

// Small sets fit each other now and then.
const some = fc.oneof(fc.subarray([...permissions]), fc.subarray([...permissions], { maxLength: 2 }))

describe('a member cannot give more permissions than they hold', () => {
  test.each(Object.entries(ways))(
    'by %s',
    async (_, { asks, before, give }) => {
      const property = fc.asyncProperty(some, some, some, fc.boolean(), async (held, had, wished, within) => {
        const rights: Rights = [...new Set([...held, asks])]
        const inside = (list: Rights) => (within ? list.filter((one) => rights.includes(one)) : list)
        const [old, next] = [inside(had), inside(wished)]
        const giver = await store.member(rights)
        const given = (await give(giver, old, next)) < 300
        // A role has all that its rights need.
        const moved = completeRights([...next, ...(before ? old : [])])
        expect(given).toBe(moved.every((one) => rights.includes(one as Permission)))
      })
      await fc.assert(property, { numRuns: ROUNDS })
    },
    30_000 + ROUNDS * 1000,
  )
})
