import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { type Approach, nextStep, storeIdOf } from './guard.ts'

const store = (dpaStatus: 'found' | 'not-found' | 'declined', ...roles: string[]) => ({
  id: 5,
  dpaStatus,
  rights: { roles, permissions: [] },
})
const approach = (change: Partial<Approach> = {}): Approach => ({
  pathname: '/5/profile-list',
  search: {},
  targetUrl: undefined,
  signedIn: true,
  store: store('found', 'viewer'),
  route: {},
  ...change,
})

describe('the store of an address', () => {
  test('is taken from the query, then the path, then where the person wanted to go', () => {
    const all = { search: { storeId: '7' }, pathname: '/5/profile-list', targetUrl: '/9/x' }
    expect(storeIdOf(all)).toBe(7)
    expect(storeIdOf({ ...all, search: {} })).toBe(5)
    expect(storeIdOf({ ...all, search: {}, pathname: '/prepare-login' })).toBe(9)
    expect(storeIdOf({ search: { storeId: '5x' }, pathname: '/0123/x', targetUrl: undefined })).toBeUndefined()
  })
})

describe('the navigation guard', () => {
  test('a member of an open store gets to the screen', () => {
    expect(nextStep(approach())).toEqual({ do: 'open' })
  })

  test('an owner without an agreement is asked for one and anybody else is turned away', () => {
    expect(nextStep(approach({ store: store('not-found', 'owner') }))).toMatchObject({ to: 'dpa-create' })
    expect(nextStep(approach({ store: store('not-found', 'viewer') }))).toMatchObject({ to: 'dpa-not-allowed' })
    expect(nextStep(approach({ store: store('declined', 'owner') }))).toMatchObject({ to: 'dpa-not-allowed' })
  })

  test('the consent routes and the store choice are not held up by the agreement', () => {
    const declined = store('declined', 'owner')
    expect(nextStep(approach({ store: declined, route: { consent: true } }))).toEqual({ do: 'open' })
    expect(nextStep(approach({ store: declined, route: { chooseStore: true } }))).toEqual({ do: 'open' })
  })

  test('the agreement is judged before prepare-login leads home', () => {
    const pathname = '/5/prepare-login'
    expect(nextStep(approach({ pathname, store: store('declined') }))).toMatchObject({ to: 'dpa-not-allowed' })
    expect(nextStep(approach({ pathname }))).toEqual({ do: 'go', to: 'home', storeId: 5 })
  })

  test('another store in the address is loaded, also over a store that is not allowed', () => {
    expect(nextStep(approach({ pathname: '/6/profile-list' }))).toEqual({ do: 'load', storeId: 6 })
    expect(nextStep(approach({ pathname: '/6/x', store: store('declined') }))).toEqual({ do: 'load', storeId: 6 })
  })

  test('somebody signed out goes to the store choice unless the route ignores sign-in', () => {
    const out = { signedIn: false, store: undefined }
    expect(nextStep(approach(out))).toEqual({ do: 'go', to: 'choose-store' })
    expect(nextStep(approach({ ...out, route: { ignoresAuth: true } }))).toEqual({ do: 'open' })
  })

  test.prop([
    fc.constantFrom('/5/profile-list', '/6/x', '/x', '/5/prepare-login'),
    fc.boolean(),
    fc.option(fc.constantFrom('found' as const, 'not-found' as const, 'declined' as const)),
  ])('nobody reaches a screen without sign-in, its store and an agreement', (pathname, signedIn, dpa) => {
    const step = nextStep(approach({ pathname, signedIn, store: dpa ? store(dpa, 'owner') : undefined }))
    if (step.do === 'open') expect([signedIn, dpa, pathname]).toEqual([true, 'found', '/5/profile-list'])
  })
})
