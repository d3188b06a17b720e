import { test } from '@fast-check/vitest'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { type Approach, nextScreenStep, storeIdOf } from './guard.ts'

const store = (dpaStatus: 'found' | 'not-found' | 'declined', ...roles: string[]) => ({
  id: 5,
  dpaStatus,
  rights: { roles, permissions: [] },
})
const approach = (change: Partial<Approach> = {}): Approach => ({
  pathname: '/5/profile-list',
  search: {},
  signedIn: true,
  store: store('found', 'viewer'),
  route: {},
  ...change,
})

const stateOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the store of an address', () => {
  test('is taken from the query, then the path, then the state that a sign-in elsewhere hands back', () => {
    const all = { search: { store_id: '7', state: '9' }, pathname: '/5/profile-list' }
    expect(storeIdOf(all)).toBe(7)
    expect(storeIdOf({ ...all, search: { storeId: '8', state: '9' } })).toBe(8)
    expect(storeIdOf({ ...all, search: { state: '9' } })).toBe(5)
    expect(storeIdOf({ pathname: '/prepare-login', search: { state: '9' } })).toBe(9)
    expect(storeIdOf({ pathname: '/prepare-login', search: { state: stateOf({ store_id: 11 }) } })).toBe(11)
    expect(storeIdOf({ search: { store_id: '5x' }, pathname: '/0123/x' })).toBeUndefined()
  })
})

describe('the navigation guard', () => {
  test('a member of an open store gets to the screen', () => {
    expect(nextScreenStep(approach())).toEqual({ do: 'open' })
  })

  test('asks an owner for a missing agreement and turns other members away', () => {
    expect(nextScreenStep(approach({ store: store('not-found', 'owner') }))).toMatchObject({ to: 'dpa-create' })
    expect(nextScreenStep(approach({ store: store('not-found', 'viewer') }))).toMatchObject({ to: 'dpa-not-allowed' })
    expect(nextScreenStep(approach({ store: store('declined', 'owner') }))).toMatchObject({ to: 'dpa-not-allowed' })
  })

  test('the consent routes and the store choice are not held up by the agreement', () => {
    const declined = store('declined', 'owner')
    expect(nextScreenStep(approach({ store: declined, route: { consent: true } }))).toEqual({ do: 'open' })
    expect(nextScreenStep(approach({ store: declined, route: { chooseStore: true } }))).toEqual({ do: 'open' })
  })

  test('the agreement is judged before prepare-login leads home', () => {
    const pathname = '/5/prepare-login'
    expect(nextScreenStep(approach({ pathname, store: store('declined') }))).toMatchObject({ to: 'dpa-not-allowed' })
    expect(nextScreenStep(approach({ pathname }))).toEqual({ do: 'go', to: 'home', storeId: 5 })
  })

  test('a store in the query wins over the one in the path: the address becomes its own', () => {
    const search = { store_id: '6', q: 'มะลิ' }
    const href = `/6/profile-list?${new URLSearchParams({ q: 'มะลิ' })}`
    expect(nextScreenStep(approach({ search }))).toEqual({ do: 'go', to: 'address', href })
    expect(nextScreenStep(approach({ search, signedIn: false, store: undefined }))).toMatchObject({ href })
    expect(nextScreenStep(approach({ search: { storeId: '6' }, pathname: '/profile-list' }))).toMatchObject({
      href: '/6/profile-list',
    })
    expect(nextScreenStep(approach({ search: { store_id: '5' } }))).toEqual({ do: 'open' })
  })

  test('an address without a store leads nowhere, signed in or not', () => {
    for (const pathname of ['/nowhere', '/nowhere/deeper', '/0123/profile-list']) {
      expect(nextScreenStep(approach({ pathname }))).toEqual({ do: 'nowhere' })
      expect(nextScreenStep(approach({ pathname, signedIn: false, store: undefined }))).toEqual({ do: 'nowhere' })
    }
  })

  test('prepare-login leads home, with the store of the state or with none', () => {
    expect(nextScreenStep(approach({ pathname: '/prepare-login' }))).toEqual({
      do: 'go',
      to: 'home',
      storeId: undefined,
    })
    const state = stateOf({ storeId: 6 })
    const moved = { do: 'go', to: 'address', href: `/6/prepare-login?state=${state}` }
    expect(nextScreenStep(approach({ pathname: '/prepare-login', search: { state } }))).toEqual(moved)
    expect(nextScreenStep(approach({ pathname: '/6/prepare-login', search: { state } }))).toMatchObject({ to: 'home' })
  })

  test('prepare-login leads to the path of the state, inside of the store alone', () => {
    const led = (path: unknown, storeId: unknown = 5) =>
      nextScreenStep(
        approach({ pathname: '/5/prepare-login', search: { state: stateOf({ store_id: storeId, path }) } }),
      )
    const href = `/5/profile-list?${new URLSearchParams({ q: 'มะลิ' })}`
    expect(led(href.replace('/5', ''))).toEqual({ do: 'go', to: 'address', href })
    expect(led('profile-list')).toMatchObject({ href: '/5/profile-list' })
    expect(led('profile-list', undefined)).toMatchObject({ href: '/5/profile-list' })
    for (const path of ['//evil.example/x', '/\\evil.example', '\t//evil.example', 'https://evil.example/']) {
      expect(led(path)).toMatchObject({ href: expect.stringMatching(/^\/5\/\w/) })
    }
    for (const path of ['../6/profile-list', '/%2e%2e/6/x', '', 7, null])
      expect(led(path)).toMatchObject({ to: 'home' })
    expect(led('profile-list', 6)).toMatchObject({ to: 'home' })
  })

  test('each page about the agreement leads on by what the agreement is', () => {
    const led = (page: string, dpa: 'found' | 'not-found' | 'declined', role: string) => {
      const route = { consent: true }
      const step = nextScreenStep(approach({ pathname: `/5/dpa${page}`, store: store(dpa, role), route }))
      return step.do === 'go' ? step.to : step.do
    }
    const all = (...of: Parameters<typeof store>) =>
      ['', '/create', '/not-allowed'].map((page) => led(page, of[0], of[1]!))
    expect(all('found', 'owner')).toEqual(['open', 'home', 'home'])
    expect(all('found', 'viewer')).toEqual(['open', 'home', 'home'])
    expect(all('not-found', 'owner')).toEqual(['dpa-create', 'open', 'dpa-create'])
    expect(all('not-found', 'viewer')).toEqual(['dpa-not-allowed', 'dpa-not-allowed', 'open'])
    // An owner may turn a refusal into an acceptance.
    expect(all('declined', 'owner')).toEqual(['open', 'dpa', 'open'])
    expect(all('declined', 'viewer')).toEqual(['dpa-not-allowed', 'dpa-not-allowed', 'open'])
  })

  test('another store in the address is loaded, also over a store that is not allowed', () => {
    expect(nextScreenStep(approach({ pathname: '/6/profile-list' }))).toEqual({ do: 'load', storeId: 6 })
    expect(nextScreenStep(approach({ pathname: '/6/x', store: store('declined') }))).toEqual({ do: 'load', storeId: 6 })
  })

  test('a signed-out visitor goes to the store choice unless the route ignores sign-in', () => {
    const out = { signedIn: false, store: undefined }
    expect(nextScreenStep(approach(out))).toEqual({ do: 'go', to: 'choose-store' })
    expect(nextScreenStep(approach({ ...out, route: { ignoresAuth: true } }))).toEqual({ do: 'open' })
  })

  test.prop([
    fc.constantFrom('/5/profile-list', '/6/x', '/x', '/5/prepare-login', '/prepare-login'),
    fc.constantFrom({}, { store_id: '5' }, { store_id: '6' }, { state: '5' }, { state: 'x' }),
    fc.boolean(),
    fc.option(fc.constantFrom('found' as const, 'not-found' as const, 'declined' as const)),
  ])('no screen opens without sign-in, its store and an agreement', (pathname, search, signedIn, dpa) => {
    const step = nextScreenStep(approach({ pathname, search, signedIn, store: dpa ? store(dpa, 'owner') : undefined }))
    if (step.do === 'open') expect([signedIn, dpa, pathname]).toEqual([true, 'found', '/5/profile-list'])
    if (step.do === 'go' && step.to === 'address') expect(step.href).toMatch(/^\/[56]\//)
  })
})
