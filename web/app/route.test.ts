import { describe, expect, test } from 'vitest'
import { defineScreens, routeAddress, type Screen } from '../ui/route.tsx'
import { startScreenOf, visibleMenu } from './menu.ts'

const load = async () => () => null
const screens: Screen[] = [
  {
    name: 'profile-list',
    path: 'profile-list',
    opens: ['cdp-core.profile.read'],
    needs: [],
    title: 'profileList',
    load,
  },
  {
    name: 'profile-detail',
    path: 'profile-detail/$profileId/{-$pageType}',
    opens: [],
    needs: [],
    title: 'profile',
    load,
  },
  { name: 'setting-store', path: 'setting/store', opens: ['store.store.read'], needs: [], title: 'setting', load },
]
defineScreens(screens)

const menu = [
  {
    title: 'profile',
    icon: () => null,
    entries: [
      { title: 'profileList', to: 'profile-list' },
      { title: 'segmentList', to: 'segmentation-list' },
    ],
  },
  { title: 'setting', icon: () => null, entries: [{ title: 'accountSetting', to: 'setting-store' }] },
] as const

describe('addresses of screens', () => {
  test('hold the store and the parameters, and leave out what may be missing', () => {
    expect(routeAddress('profile-detail', { profileId: 8, pageType: 'history' }, 5)).toBe('/5/profile-detail/8/history')
    expect(routeAddress('profile-detail', { profileId: 8 }, 5)).toBe('/5/profile-detail/8')
  })

  test('there is none for a screen that does not exist, nor without a store', () => {
    expect(routeAddress('dashboard', {}, 5)).toBeUndefined()
    expect(routeAddress('profile-list', {}, undefined)).toBeUndefined()
  })
})

describe('the side menu', () => {
  const seen = (permissions: string[], ...roles: string[]) =>
    visibleMenu(menu, { roles, permissions }).flatMap(({ entries }) => entries.map(({ to }) => to))

  test('shows an entry when its screen exists and the person may open it', () => {
    expect(seen(['cdp-core.profile.read', 'cdp-core.label.read'])).toEqual(['profile-list'])
    expect(seen([], 'owner')).toEqual(['profile-list', 'setting-store'])
  })

  test('shows a screen that a setting switches on, and never as the home screen', () => {
    const entry = { title: 'apiConnector', to: 'setting-store', flag: 'apiConnector' } as const
    const flagged = [{ title: 'setting', icon: () => null, entries: [entry] }] as const
    const rights = { roles: ['owner'], permissions: [] }
    const shown = (apiConnector?: boolean) =>
      visibleMenu(flagged, rights, {
        flags: apiConnector === undefined ? undefined : { apiConnector, facebook: false },
      }).length
    expect([shown(), shown(false), shown(true)]).toEqual([0, 0, 1])
    expect(startScreenOf(flagged, rights)).toBeUndefined()
  })

  test('leaves out groups of which nothing may be opened', () => {
    expect(visibleMenu(menu, { roles: ['viewer'], permissions: ['cdp-core.profile.read'] })).toHaveLength(1)
    expect(visibleMenu(menu, undefined)).toEqual([])
  })
})

describe('home', () => {
  const home = (...permissions: string[]) => startScreenOf(menu, { roles: ['viewer'], permissions })

  test('is the first screen of the menu that opens', () => {
    expect(startScreenOf(menu, { roles: ['owner'], permissions: [] })).toBe('profile-list')
    expect(home('cdp-core.profile.read', 'store.store.read')).toBe('profile-list')
    expect(home('store.store.read')).toBe('setting-store')
  })

  test('is the group itself where that has a screen', () => {
    const overview = { title: 'dashboard', icon: () => null, to: 'profile-list', entries: [] } as const
    expect(startScreenOf([overview, ...menu], { roles: ['owner'], permissions: [] })).toBe('profile-list')
    expect(startScreenOf([overview, ...menu], { roles: [], permissions: ['store.store.read'] })).toBe('setting-store')
  })

  test('is nowhere for a role that opens nothing', () => {
    expect(home()).toBeUndefined()
    expect(startScreenOf(menu, undefined)).toBeUndefined()
  })
})
