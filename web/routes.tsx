import { whenIdle } from './data/idle.ts'
import type { Door, Screen } from './ui/route.tsx'

const connectors = ['ตัวเชื่อม', 'Connectors'] as const
const tokens = ['API token', 'API tokens'] as const
const docs = ['คู่มือ Open API', 'Open API documentation'] as const

const screenFiles = async () => (await import('./screen-files.ts')).screenFiles

/**
 * Every screen inside of a store: its name and path (spec section 2), and the permissions that open it. Files of screens that staff
 * open first are named here, those of other screens in screen-files.ts.
 */
const table = [
  {
    name: 'dashboard',
    path: 'dashboard',
    permissions: ['cdp-core.dashboard.read'],
    title: 'dashboard',
    load: async () => (await import('./reports/dashboard/Dashboard.tsx')).Dashboard,
  },
  {
    name: 'profile-list',
    path: 'profile-list',
    permissions: ['cdp-core.profile.read'],
    title: 'profileList',
    load: async () => (await import('./customers/profiles/list/ProfileList.tsx')).ProfileList,
  },
  {
    name: 'profile-detail',
    path: 'profile-detail/$profileId/{-$pageType}',
    permissions: ['cdp-core.profile.read'],
    title: 'profile',
    back: 'profile-list',
    menu: 'profile-list',
    load: async () => (await import('./customers/profiles/detail/ProfileDetail.tsx')).ProfileDetail,
  },
  {
    name: 'profile-edit',
    path: 'profile-edit/$profileId',
    permissions: ['cdp-core.profile.edit'],
    title: 'profileEdit',
    back: 'profile-detail',
    menu: 'profile-list',
  },
  {
    name: 'profile-duplicate',
    path: 'profile-duplicate',
    permissions: ['cdp-core.profile.merge'],
    title: 'profileDuplicate',
    back: 'profile-list',
    menu: 'profile-list',
  },
  {
    name: 'profile-erasure',
    path: 'profile-erasure',
    permissions: ['cdp-core.privacy.manage'],
    title: 'profileErasure',
    back: 'profile-list',
    menu: 'profile-list',
  },
  {
    name: 'segmentation-list',
    path: 'segmentation/list',
    permissions: ['cdp-core.label.read'],
    title: 'segmentList',
  },
  {
    name: 'segmentation-create',
    path: 'segmentation/create',
    permissions: [],
    title: 'segmentNew',
    back: 'segmentation-list',
    menu: 'segmentation-list',
  },
  {
    name: 'segmentation-detail',
    path: 'segmentation/detail/{-$labelId}',
    permissions: [],
    title: 'segmentList',
    back: 'segmentation-list',
    menu: 'segmentation-list',
  },
  {
    name: 'segmentation-edit',
    path: 'segmentation/edit/{-$labelId}',
    permissions: [],
    title: 'segmentList',
    back: 'segmentation-list',
    menu: 'segmentation-list',
  },
  {
    name: 'data-source-v2-list',
    path: 'data-source/v2/list',
    permissions: ['cdp-core.datasource.read'],
    title: 'dataSourceList',
  },
  {
    name: 'data-source-v2-list-create',
    path: 'data-source/v2/list/create',
    permissions: ['cdp-core.create-new-datasource.create', 'cdp-core.create-new-datasource.read'],
    title: 'dataSourceList',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-v2-list-output',
    path: 'data-source/v2/list/output/$dataSourceId',
    permissions: ['cdp-core.datasource.read'],
    title: 'dataSourceOutput',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-openapi-connector',
    path: 'data-source/openapi/connector',
    permissions: ['datasource-open-api.read'],
    title: connectors,
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-openapi-connector-create',
    path: 'data-source/openapi/connector/create',
    permissions: ['datasource-open-api.create'],
    title: ['สร้างตัวเชื่อม', 'New connector'],
    back: 'data-source-openapi-connector',
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-openapi-connector-create-edit',
    path: 'data-source/openapi/connector/detail/$connectorId',
    permissions: ['datasource-open-api.edit', 'datasource-open-api.read'],
    title: ['ตัวเชื่อม', 'Connector'],
    back: 'data-source-openapi-connector',
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-openapi-token',
    path: 'data-source/openapi/token',
    permissions: ['datasource-open-api-token.read'],
    title: tokens,
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-openapi-token-create',
    path: 'data-source/openapi/token/create',
    permissions: ['datasource-open-api-token.create'],
    title: tokens,
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-openapi-token-create-edit',
    path: 'data-source/openapi/token/detail/$apiTokenId',
    permissions: ['datasource-open-api-token.edit', 'datasource-open-api-token.read'],
    title: tokens,
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-openapi-key',
    path: 'data-source/openapi/key',
    permissions: ['cdp-core.api-key.read'],
    title: ['API key', 'API keys'],
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-openapi-key-detail',
    path: 'data-source/openapi/key/detail/$keyId',
    permissions: ['cdp-core.api-key.read'],
    title: ['API key', 'API key'],
    back: 'data-source-openapi-key',
    menu: 'data-source-v2-list',
  },
  {
    name: 'profile-api',
    path: 'profile-api',
    permissions: ['cdp-core.profile-api.read'],
    title: ['Profile API', 'Profile API'],
    menu: 'data-source-v2-list',
  },
  {
    name: 'docs-get-started',
    path: 'docs/open-api/datasource-api/get-started',
    permissions: [],
    title: docs,
    bare: true,
  },
  {
    name: 'docs-other',
    path: 'docs/$',
    permissions: [],
    title: docs,
    bare: true,
  },
  {
    name: 'data-source-v2-profile-field',
    path: 'data-source/v2/profile-field',
    permissions: ['cdp-core.datasource.read'],
    title: 'profileField',
  },
  {
    name: 'data-source-v2-activity-field',
    path: 'data-source/v2/activity-field',
    permissions: ['cdp-core.datasource.read'],
    title: 'activityField',
  },
  {
    name: 'data-source-v2-import',
    path: 'data-source/v2',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-v2-check',
    path: 'data-source/v2/check',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
  },
  {
    name: 'data-source-v2-choose-import',
    path: 'data-source/v2/choose-import',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-import',
    path: 'data-source/v2/import',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-mapping',
    path: 'data-source/v2/mapping',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-preview',
    path: 'data-source/v2/preview',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-output',
    path: 'data-source/v2/output',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'old-bookmark',
    path: 'data-source/$',
    permissions: [],
    title: 'dataSourceOutput',
  },
  {
    name: 'setting-store',
    path: 'setting/store',
    permissions: ['store.store.read'],
    title: 'accountSetting',
  },
  {
    name: 'setting-store-edit',
    path: 'setting/store-edit',
    permissions: ['store.store.edit', 'store.store.read'],
    title: 'accountSetting',
    back: 'setting-store',
    menu: 'setting-store',
  },
  {
    name: 'setting-line-oa',
    path: 'setting/line-oa',
    permissions: ['cdp-core.setting-line.read'],
    title: 'lineOa',
  },
  {
    name: 'setting-facebook',
    path: 'setting/facebook',
    permissions: ['cdp-core.setting-facebook.read'],
    title: 'facebook',
  },
  {
    name: 'setting-api-connector-list',
    path: 'setting/api-connector-list',
    permissions: ['user.user.read'],
    title: 'apiConnector',
  },
  {
    name: 'setting-api-connector-list-create',
    path: 'setting/api-connector-list-create',
    permissions: ['user.user.create'],
    title: 'apiConnector',
    menu: 'setting-api-connector-list',
  },
  {
    name: 'setting-api-connector-list-detail',
    path: 'setting/api-connector-list-detail/$id',
    permissions: ['user.user.read'],
    title: 'apiConnector',
    menu: 'setting-api-connector-list',
  },
  {
    name: 'setting-role-permission',
    path: 'setting/role-permission',
    permissions: ['store.role.read'],
    title: 'rolePermission',
  },
  {
    name: 'setting-role-permission-create',
    path: 'setting/role-permission-create',
    permissions: ['store.role.create'],
    title: 'roleNew',
    back: 'setting-role-permission',
    menu: 'setting-role-permission',
  },
  {
    name: 'setting-role-permission-edit',
    path: 'setting/role-permission-edit/{-$roleId}',
    permissions: ['store.role.edit'],
    title: 'rolePermission',
    back: 'setting-role-permission',
    menu: 'setting-role-permission',
  },
  {
    name: 'setting-user-management',
    path: 'setting/user-management',
    permissions: ['user.user.read'],
    title: 'userManagement',
  },
  {
    name: 'setting-user-management-create-edit',
    path: 'setting/user-management-create-edit/{-$userId}',
    permissions: ['user.user.edit'],
    title: 'userManagement',
    back: 'setting-user-management',
    menu: 'setting-user-management',
  },
  {
    name: 'setting-general-info',
    path: 'setting/general-info',
    permissions: ['cdp-core.datasource.read', 'cdp-core.setting-activity.read'],
    title: 'generalInfo',
    menu: 'setting-store',
  },
  {
    name: 'setting-activity',
    path: 'setting/activity-old',
    permissions: ['cdp-core.setting-activity.read'],
    title: 'activityOld',
    menu: 'setting-store',
  },
  {
    name: 'setting-open-api',
    path: 'setting/open-api',
    permissions: ['datasource-open-api.read'],
    title: ['Open API', 'Open APIs'],
    menu: 'setting-store',
  },
  {
    name: 'setting-privacy',
    path: 'setting/privacy',
    permissions: ['cdp-core.privacy.read'],
    title: 'privacy',
    menu: 'setting-store',
  },
  {
    name: 'setting-audit-log',
    path: 'setting/audit-log',
    permissions: ['cdp-core.audit-log.read'],
    title: 'auditLog',
    menu: 'setting-store',
  },
  {
    name: 'setting-broadcast',
    path: 'setting/broadcast',
    permissions: ['cdp-core.setting-line.read'],
    title: 'broadcastSetting',
    menu: 'setting-line-oa',
  },
  {
    name: 'broadcast-list',
    path: 'broadcast/list',
    permissions: ['cdp-core.setting-line.read'],
    title: 'broadcastList',
  },
  {
    name: 'broadcast-create',
    path: 'broadcast/create/{-$broadcastId}',
    permissions: ['cdp-core.setting-line.read'],
    title: 'broadcastCreate',
    back: 'broadcast-list',
  },
  {
    name: 'broadcast-edit',
    path: 'broadcast/edit/{-$broadcastId}',
    permissions: ['cdp-core.setting-line.read'],
    title: 'broadcast',
    back: 'broadcast-list',
    menu: 'broadcast-list',
  },
  {
    name: 'broadcast-detail',
    path: 'broadcast/detail/{-$broadcastId}',
    permissions: [],
    title: 'broadcast',
    back: 'broadcast-list',
    menu: 'broadcast-list',
  },
  {
    name: 'online-log',
    path: 'online-log',
    permissions: ['cdp-core.online-log.read'],
    title: 'onlineLog',
    menu: 'setting-line-oa',
  },
  {
    name: 'account',
    path: 'account',
    permissions: [],
    title: 'account',
  },
  {
    name: 'dpa',
    path: 'dpa',
    permissions: [],
    title: 'dpa',
    consent: true,
  },
  {
    name: 'dpa-create',
    path: 'dpa/create',
    permissions: [],
    title: 'dpa',
    consent: true,
  },
  {
    name: 'dpa-not-allowed',
    path: 'dpa/not-allowed',
    permissions: [],
    title: 'dpa',
    consent: true,
  },
] as const

/** Names of spec section 2 whose screens are still to come: a link to one is not shown. */
type Planned = 'access-denied'

declare module './ui/route.tsx' {
  interface RouteTable {
    name: (typeof table)[number]['name'] | Planned
  }
}

export const screens: readonly Screen[] = table.map((screen) =>
  'load' in screen ? screen : { ...screen, load: async () => (await screenFiles())[screen.name]() },
)

/** Fetches the addresses of other screens when the browser is idle. */
export const fetchScreenFiles = () => whenIdle(() => [screenFiles])

/** The screens outside of a store. They show no menu. */
export const doors: readonly Door[] = [
  {
    path: 'choose-store',
    title: 'chooseStore',
    load: async () => (await import('./access/stores/ChooseStore.tsx')).ChooseStore,
  },
  { path: 'sign-in', title: 'signIn', load: async () => (await import('./access/auth/SignIn.tsx')).SignIn },
  { path: 'user-invite', title: 'userInvite', load: async () => (await screenFiles())['user-invite']() },
  { path: 'password-reset', title: 'passwordReset', load: async () => (await screenFiles())['password-reset']() },
  { path: 'set-up', title: 'setUp', load: async () => (await screenFiles())['set-up']() },
  { path: 'docs/$', title: docs, load: async () => (await screenFiles()).docs() },
]
