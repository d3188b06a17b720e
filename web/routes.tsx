import type { Door, Screen } from './core/route.tsx'

/**
 * Every screen inside of a store: its name and path (spec section 2), who may open it, and its file, which is fetched
 * when somebody goes there. The first screen is home.
 */
export const screens: readonly Screen[] = [
  {
    name: 'profile-list',
    path: 'profile-list',
    permissions: ['cdp-core.profile.read'],
    title: 'profileList',
    load: async () => (await import('./profiles/ProfileList.tsx')).ProfileList,
  },
  {
    name: 'data-source-v2-list',
    path: 'data-source/v2/list',
    permissions: ['cdp-core.datasource.read'],
    title: 'dataSourceList',
    load: async () => (await import('./data-sources/DataSourceList.tsx')).DataSourceList,
  },
]

/** The screens outside of a store. They show no menu. */
export const doors: readonly Door[] = [
  {
    path: 'choose-store',
    title: 'chooseStore',
    load: async () => (await import('./stores/ChooseStore.tsx')).ChooseStore,
  },
  { path: 'sign-in', title: 'signIn', load: async () => (await import('./auth/SignIn.tsx')).SignIn },
  { path: 'set-up', title: 'setUp', load: async () => (await import('./auth/SetUp.tsx')).SetUp },
]
