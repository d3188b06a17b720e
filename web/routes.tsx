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
    name: 'profile-detail',
    path: 'profile-detail/$profileId/{-$pageType}',
    permissions: ['cdp-core.profile.read'],
    title: 'profile',
    back: 'profile-list',
    menu: 'profile-list',
    load: async () => (await import('./profiles/ProfileDetail.tsx')).ProfileDetail,
  },
  {
    name: 'data-source-v2-list',
    path: 'data-source/v2/list',
    permissions: ['cdp-core.datasource.read'],
    title: 'dataSourceList',
    load: async () => (await import('./data-sources/DataSourceList.tsx')).DataSourceList,
  },
  {
    name: 'data-source-v2-list-create',
    path: 'data-source/v2/list/create',
    permissions: ['cdp-core.create-new-datasource.create', 'cdp-core.create-new-datasource.read'],
    title: 'dataSourceList',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-list',
    load: async () => (await import('./data-sources/CreateSource.tsx')).CreateSource,
  },
  {
    name: 'data-source-v2-list-output',
    path: 'data-source/v2/list/output/$dataSourceId',
    permissions: ['cdp-core.datasource.read'],
    title: 'dataSourceOutput',
    back: 'data-source-v2-list',
    load: async () => (await import('./data-sources/DataSourceOutput.tsx')).DataSourceOutput,
  },
  {
    name: 'data-source-v2-profile-field',
    path: 'data-source/v2/profile-field',
    permissions: ['cdp-core.datasource.read'],
    title: 'profileField',
    load: async () => (await import('./profile-fields/ProfileFieldList.tsx')).ProfileFieldList,
  },
  {
    name: 'data-source-v2-activity-field',
    path: 'data-source/v2/activity-field',
    permissions: ['cdp-core.datasource.read'],
    title: 'activityField',
    load: async () => (await import('./activities/ActivityFieldList.tsx')).ActivityFieldList,
  },
  {
    name: 'data-source-v2-import',
    path: 'data-source/v2',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    load: async () => (await import('./data-sources/StartImport.tsx')).StartImport,
  },
  {
    name: 'data-source-v2-check',
    path: 'data-source/v2/check',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    load: async () => (await import('./data-sources/CheckImport.tsx')).CheckImport,
  },
  {
    name: 'data-source-v2-choose-import',
    path: 'data-source/v2/choose-import',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./data-sources/ChooseImport.tsx')).ChooseImport,
  },
  {
    name: 'data-source-import',
    path: 'data-source/v2/import',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./data-sources/ImportStep.tsx')).ImportStep,
  },
  {
    name: 'data-source-mapping',
    path: 'data-source/v2/mapping',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./data-sources/MappingStep.tsx')).MappingStep,
  },
  {
    name: 'data-source-preview',
    path: 'data-source/v2/preview',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./data-sources/PreviewStep.tsx')).PreviewStep,
  },
  {
    name: 'data-source-output',
    path: 'data-source/v2/output',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./data-sources/OutputStep.tsx')).OutputStep,
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
