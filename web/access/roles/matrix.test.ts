import { test as property } from '@fast-check/vitest'
import { presetRoles, roleAbout } from '@ruam/contract/access/preset-roles.ts'
import { withNeeds } from '@ruam/contract/access/right-needs.ts'
import { matrix, rightName, rightsOf } from '@ruam/contract/access/rights-matrix.ts'
import { may, type Permission, permissions } from '@ruam/contract/platform/permissions.ts'
import { screenRights } from '@ruam/contract/screens.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rightChanges, rightsText, tick, untick } from './matrix.ts'
import { text } from './text.ts'

const listed = matrix.flatMap(({ features }) => features.flatMap(rightsOf))
const some = fc.subarray([...permissions])
const one = fc.constantFrom(...permissions)
const isWhole = (held: readonly string[]) =>
  held.every((right) => withNeeds(right as Permission).every((need) => held.includes(need)))
const made = (rights: readonly Permission[]) => rights.reduce<string[]>(tick, [])

describe('the matrix of rights', () => {
  test('holds every right once', () => {
    expect(listed.toSorted()).toEqual([...permissions].toSorted())
  })

  test('names each right by its thing and action, in both languages', () => {
    expect(rightName('cdp-core.broadcast.create', 'th')).toBe('บรอดแคสต์: สร้าง')
    expect(rightName('cdp-core.broadcast.approve', 'en')).toBe('Broadcasts: Approve')
    const names = permissions.flatMap((one) => [rightName(one, 'th'), rightName(one, 'en')])
    expect(names.filter((name) => name === '')).toEqual([])
    expect(new Set(permissions.map((one) => rightName(one, 'th'))).size).toBe(permissions.length)
  })

  test('counts things seen and things changed, not permissions', () => {
    const held = [
      'cdp-core.profile.read',
      'cdp-core.profile.edit',
      'cdp-core.profile.merge',
      'cdp-core.broadcast.create',
    ]
    expect(rightsText(text.in('th'), held)).toBe('ดู 1 เรื่อง แก้ไข 2 เรื่อง')
    expect(rightsText(text.in('en'), ['cdp-core.profile.read'])).toBe('View 1')
  })

  test('a preset has its built-in sentence only while its permissions are the preset’s', () => {
    const [preset] = presetRoles.filter(({ permissions }) => permissions.length > 1)
    const role = { name: preset!.name, description: '', permissions: preset!.permissions }
    expect(roleAbout(role, 'th')).toBe(preset!.about.th)
    expect(roleAbout({ ...role, permissions: role.permissions.slice(1) }, 'th')).toBe('')
  })

  test('names what one untick takes along', () => {
    const held = ['cdp-core.broadcast.send', 'cdp-core.broadcast.approve', 'cdp-core.setting-line.read']
    expect(rightChanges(held, untick(held, 'cdp-core.setting-line.read'))).toEqual({ lost: held, gained: [] })
    expect(rightChanges([], held).gained).toEqual(held)
  })

  test('every preset holds the permissions that its permissions need', () => {
    expect(presetRoles.filter(({ permissions }) => !isWhole(permissions)).map(({ name }) => name)).toEqual([])
  })
})

/** Screens that a right opens by the specification, and that then name what is lacking. */
const namesWhatLacks = [
  ...['broadcast-create', 'setting-store-edit', 'setting-privacy', 'data-source-v2-list-create'],
  'setting-consents',
  ...['setting-api-connector-list', 'setting-api-connector-list-detail', 'work-list'],
]

test('a right with all that it needs also holds what the screens that it opens ask for', () => {
  const lacking = Object.entries(screenRights).flatMap(([screen, { opens, needs = [] }]) =>
    opens.flatMap((right) => {
      const held = { roles: [], permissions: withNeeds(right) }
      const isWhole = needs.every((anyOf) => anyOf.some((one) => may(held, one)))
      return isWhole || namesWhatLacks.includes(screen) ? [] : [`${screen}: ${right}`]
    }),
  )
  expect(lacking).toEqual([])
})

describe('a right', () => {
  property.prop([some, one])('brings along what it needs, and nothing goes with it', (rights, more) => {
    const held = made(rights)
    const after = tick(held, more)
    expect([isWhole(after), held.every((right) => after.includes(right)), after.includes(more)]).toEqual([
      true,
      true,
      true,
    ])
  })

  property.prop([some, one])('that is taken away takes along what needs it, and brings nothing', (rights, less) => {
    const held = made(rights)
    const after = untick(held, less)
    expect([isWhole(after), after.every((right) => held.includes(right)), after.includes(less)]).toEqual([
      true,
      true,
      false,
    ])
  })
})
