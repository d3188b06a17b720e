import { expect, test } from 'vitest'
import type { ListedProfile } from '../profiles/values.ts'
import {
  distinguishingFields,
  groupSides,
  haveTwoCitizenIds,
  suggestedSide,
  suggestedSurvivor,
  surenessOf,
} from './pair-view.ts'

const fieldNames = ['firstName', 'phone', 'citizenId', 'email']

function profileOf(values: Record<string, string>, updatedAt = '2026-01-01T00:00:00Z'): ListedProfile {
  const fields = fieldNames.map((name, place) => ({
    id: place + 1,
    name,
    displayName: name,
    dataType: 'String' as const,
    type: 'system_profile' as const,
    value: values[name] ?? null,
  }))
  return { id: 1, fields, labels: [], createdAt: updatedAt, updatedAt }
}

const namesIn = (group: { displayName: string }[]) => group.map(({ displayName }) => displayName)

test('groups fields by whether both profiles have a value, and whether it is the same', () => {
  const profiles = [
    profileOf({ firstName: 'ญาดา', phone: '+66812345678' }),
    profileOf({ firstName: 'ญาดา', phone: '0811', email: 'a@example.com' }),
  ]
  const { differing, onlyOne, same } = groupSides({ profiles })
  expect([namesIn(differing), namesIn(onlyOne), namesIn(same)]).toEqual([['phone'], ['email'], ['firstName']])
})

test('does not call a manually added pair likely, unless the rule does', () => {
  expect(surenessOf({ score: 1, reasons: ['chosen'] })).toBe(null)
  expect(surenessOf({ score: 0.95, reasons: ['same_phone', 'chosen'] })).toBe('sure')
})

test('calls a pair very likely only when they share more than names and an address', () => {
  const alike = { score: 0.99, reasons: ['similar_name' as const, 'same_address' as const] }
  expect(surenessOf(alike)).toBe('likely')
  expect(surenessOf({ ...alike, reasons: [...alike.reasons, 'same_email'] })).toBe('sure')
  // The reader may not see what they share.
  expect(surenessOf({ score: 0.99, reasons: [] })).toBe('sure')
})

test('the fuller profile is kept, and the older of two that are alike', () => {
  const [full, bare] = [profileOf({ firstName: 'ญาดา', phone: '1' }), profileOf({ firstName: 'ญาดา' })]
  expect([suggestedSurvivor({ profiles: [full, bare] }), suggestedSurvivor({ profiles: [bare, full] })]).toEqual([0, 1])
  expect(suggestedSurvivor({ profiles: [bare, bare] })).toBe(0)
})

test.each([
  ['phone', '5554729', '+66812345678', 1, 'the number of a known country'],
  ['firstName', 'ญาดา มณี', 'ญาดา', 0, 'the longer name that holds the other'],
  ['email', 'old@example.com', 'new@example.com', 1, 'what was changed last'],
])('two values of %s, %s and %s offer the one on side %i: %s', (name, one, other, side) => {
  const profiles = [profileOf({ [name]: one }), profileOf({ [name]: other }, '2026-02-02T00:00:00Z')]
  expect(suggestedSide(groupSides({ profiles }).differing[0]!, { profiles })).toBe(side)
})

test('two citizen ids are mentioned, one is not', () => {
  const [one, other, none] = [profileOf({ citizenId: '1' }), profileOf({ citizenId: '2' }), profileOf({})]
  expect(
    [
      [one, other],
      [one, one],
      [one, none],
    ].map((profiles) => haveTwoCitizenIds({ profiles })),
  ).toEqual([true, false, false])
})

test('distinguishes two customers of one name by at most two well-known values', () => {
  const profiles = [
    profileOf({ firstName: 'ญาดา', phone: '+66812345678', citizenId: '1', email: 'a@example.com' }),
    profileOf({ firstName: 'ญาดา', phone: '+66812345679', citizenId: '2' }),
  ]
  const shown = distinguishingFields({ profiles }).map(({ sides }) => sides.map((field) => field?.value ?? null))
  expect(shown).toEqual([
    ['+66812345678', '+66812345679'],
    ['a@example.com', null],
  ])
  expect(distinguishingFields({ profiles: [profiles[0]!, profiles[0]!] })).toEqual([])
})
