import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { hasRole, may, mayOpen, OWNER, type Permission, permissions } from '../platform/permissions.ts'
import { presetRoles } from './preset-roles.ts'

const some = fc.subarray([...permissions])
const roleNames = fc.uniqueArray(fc.constantFrom('viewer', 'manager', 'Owner', 'owner ', 'แอดมิน'))
const holding = (held: readonly string[], ...roles: string[]) => ({ roles, permissions: held })

describe('a permission asked for in code', () => {
  test.prop([some, roleNames, some])(
    'opens when every one that is asked for is held, and only then',
    (held, roles, asked) => {
      expect(may(holding(held, ...roles), ...asked)).toBe(asked.every((permission) => held.includes(permission)))
    },
  )

  test.prop([some, some, fc.constantFrom(...permissions)])('is not lost by holding more', (held, asked, more) => {
    if (may(holding(held), ...asked)) expect(may(holding([...held, more]), ...asked)).toBe(true)
  })

  test.prop([some, roleNames])('opens for the owner, whatever the role holds', (asked, roles) => {
    expect(may(holding([], ...roles, OWNER), ...asked)).toBe(true)
  })

  test.prop([some])('opens for no caller outside a store', (asked) => {
    expect([may(undefined, ...asked), mayOpen(undefined, asked), hasRole(undefined, OWNER)]).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('a route or call', () => {
  test.prop([some, roleNames, some])(
    'opens with any of its permissions, and without one only when it lists none',
    (held, roles, anyOf) => {
      const meets = anyOf.length === 0 || anyOf.some((permission) => held.includes(permission))
      expect(mayOpen(holding(held, ...roles), anyOf)).toBe(meets)
    },
  )

  test.prop([some])('opens for the owner', (anyOf) => {
    expect(mayOpen(holding([], OWNER), anyOf)).toBe(true)
  })
})

test.prop([roleNames, roleNames])('identifies a role by its exact name', (held, asked) => {
  expect(hasRole(holding([], ...held), ...asked)).toBe(asked.some((role) => held.includes(role)))
})

describe('the list of permissions', () => {
  test('names each one once, in lower case words with two or three parts', () => {
    expect(new Set(permissions).size).toBe(permissions.length)
    for (const permission of permissions) expect(permission).toMatch(/^[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*){1,2}$/)
  })

  test('holds everything that a preset role gives, and no preset gives one twice', () => {
    const known = new Set<string>(permissions)
    for (const role of presetRoles) {
      expect(role.permissions.filter((permission) => !known.has(permission))).toEqual([])
      expect(new Set(role.permissions).size).toBe(role.permissions.length)
    }
  })
})

describe('the preset roles', () => {
  const of = (name: string) => holding(presetRoles.find((role) => role.name === name)!.permissions, name)

  test('are the owner, manager, marketer, data admin, service staff and viewer', () => {
    expect(presetRoles.map(({ name }) => name)).toEqual([
      OWNER,
      'manager',
      'marketer',
      'data admin',
      'service staff',
      'viewer',
    ])
  })

  test('show sensitive values to the owner, the manager and the data admin alone', () => {
    const see = presetRoles.filter(({ name }) => may(of(name), 'cdp-core.profile-sensitive.read'))
    expect(see.map(({ name }) => name)).toEqual([OWNER, 'manager', 'data admin'])
  })

  test('let only the owner remove people and roles', () => {
    const remove = presetRoles.filter(({ name }) => mayOpen(of(name), ['user.user.delete', 'store.role.delete']))
    expect(remove.map(({ name }) => name)).toEqual([OWNER])
  })

  test('let a viewer change nothing', () => {
    const changes = permissions.filter(
      (permission: Permission) => !permission.endsWith('.read') && may(of('viewer'), permission),
    )
    expect(changes).toEqual([])
  })
})
