import type { Door, Screen } from './ui/route.tsx'

/**
 * Every screen inside of a store: its name and path (spec section 2), who may open it, and its file, which is fetched
 * when somebody goes there.
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
    load: async () => (await import('./customers/profiles/edit/ProfileEdit.tsx')).ProfileEdit,
  },
  {
    name: 'profile-duplicate',
    path: 'profile-duplicate',
    permissions: ['cdp-core.profile.merge'],
    title: 'profileDuplicate',
    back: 'profile-list',
    menu: 'profile-list',
    load: async () => (await import('./customers/duplicates/ProfileDuplicates.tsx')).ProfileDuplicates,
  },
  {
    name: 'profile-erasure',
    path: 'profile-erasure',
    permissions: ['cdp-core.privacy.manage'],
    title: 'profileErasure',
    back: 'profile-list',
    menu: 'profile-list',
    load: async () => (await import('./customers/erasure/ErasureMentions.tsx')).ErasureMentions,
  },
  {
    name: 'segmentation-list',
    path: 'segmentation/list',
    permissions: ['cdp-core.label.read'],
    title: 'segmentList',
    load: async () => (await import('./customers/segments/list/SegmentList.tsx')).SegmentList,
  },
  {
    name: 'segmentation-create',
    path: 'segmentation/create',
    permissions: [],
    title: 'segmentNew',
    back: 'segmentation-list',
    menu: 'segmentation-list',
    load: async () => (await import('./customers/segments/edit/SegmentCreate.tsx')).SegmentCreate,
  },
  {
    name: 'segmentation-detail',
    path: 'segmentation/detail/{-$labelId}',
    permissions: [],
    title: 'segmentList',
    back: 'segmentation-list',
    menu: 'segmentation-list',
    load: async () => (await import('./customers/segments/detail/SegmentDetail.tsx')).SegmentDetail,
  },
  {
    name: 'segmentation-edit',
    path: 'segmentation/edit/{-$labelId}',
    permissions: [],
    title: 'segmentList',
    back: 'segmentation-list',
    menu: 'segmentation-list',
    load: async () => (await import('./customers/segments/edit/SegmentEdit.tsx')).SegmentEdit,
  },
  {
    name: 'data-source-v2-list',
    path: 'data-source/v2/list',
    permissions: ['cdp-core.datasource.read'],
    title: 'dataSourceList',
    load: async () => (await import('./imports/data-sources/list/DataSourceList.tsx')).DataSourceList,
  },
  {
    name: 'data-source-v2-list-create',
    path: 'data-source/v2/list/create',
    permissions: ['cdp-core.create-new-datasource.create', 'cdp-core.create-new-datasource.read'],
    title: 'dataSourceList',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-list',
    load: async () => (await import('./imports/data-sources/upload/CreateSource.tsx')).CreateSource,
  },
  {
    name: 'data-source-v2-list-output',
    path: 'data-source/v2/list/output/$dataSourceId',
    permissions: ['cdp-core.datasource.read'],
    title: 'dataSourceOutput',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-list',
    load: async () => (await import('./imports/data-sources/runs/DataSourceOutput.tsx')).DataSourceOutput,
  },
  {
    name: 'data-source-openapi-key',
    path: 'data-source/openapi/key',
    permissions: ['cdp-core.api-key.read'],
    title: ['API key', 'API keys'],
    menu: 'data-source-v2-list',
    load: async () => (await import('./open-api/KeyList.tsx')).KeyList,
  },
  {
    name: 'data-source-v2-profile-field',
    path: 'data-source/v2/profile-field',
    permissions: ['cdp-core.datasource.read'],
    title: 'profileField',
    load: async () => (await import('./customers/fields/ProfileFieldList.tsx')).ProfileFieldList,
  },
  {
    name: 'data-source-v2-activity-field',
    path: 'data-source/v2/activity-field',
    permissions: ['cdp-core.datasource.read'],
    title: 'activityField',
    load: async () => (await import('./customers/activities/ActivityFieldList.tsx')).ActivityFieldList,
  },
  {
    name: 'data-source-v2-import',
    path: 'data-source/v2',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    menu: 'data-source-v2-check',
    load: async () => (await import('./imports/data-sources/upload/StartImport.tsx')).StartImport,
  },
  {
    name: 'data-source-v2-check',
    path: 'data-source/v2/check',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    load: async () => (await import('./imports/data-sources/upload/CheckImport.tsx')).CheckImport,
  },
  {
    name: 'data-source-v2-choose-import',
    path: 'data-source/v2/choose-import',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./imports/data-sources/upload/ChooseImport.tsx')).ChooseImport,
  },
  {
    name: 'data-source-import',
    path: 'data-source/v2/import',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./imports/data-sources/upload/ImportStep.tsx')).ImportStep,
  },
  {
    name: 'data-source-mapping',
    path: 'data-source/v2/mapping',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./imports/data-sources/mapping/MappingStep.tsx')).MappingStep,
  },
  {
    name: 'data-source-preview',
    path: 'data-source/v2/preview',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./imports/data-sources/runs/PreviewStep.tsx')).PreviewStep,
  },
  {
    name: 'data-source-output',
    path: 'data-source/v2/output',
    permissions: ['cdp-core.datasource.create'],
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
    load: async () => (await import('./imports/data-sources/runs/OutputStep.tsx')).OutputStep,
  },
  {
    name: 'old-bookmark',
    path: 'data-source/$',
    permissions: [],
    title: 'dataSourceOutput',
    load: async () => (await import('./imports/data-sources/bookmarks/OldBookmark.tsx')).OldBookmark,
  },
  {
    name: 'setting-store',
    path: 'setting/store',
    permissions: ['store.store.read'],
    title: 'accountSetting',
    load: async () => (await import('./access/stores/StoreSettings.tsx')).StoreSettings,
  },
  {
    name: 'setting-store-edit',
    path: 'setting/store-edit',
    permissions: ['store.store.edit', 'store.store.read'],
    title: 'accountSetting',
    back: 'setting-store',
    menu: 'setting-store',
    load: async () => (await import('./access/stores/StoreEdit.tsx')).StoreEdit,
  },
  {
    name: 'setting-line-oa',
    path: 'setting/line-oa',
    permissions: ['cdp-core.setting-line.read'],
    title: 'lineOa',
    load: async () => (await import('./channels/accounts/LineAccounts.tsx')).LineAccounts,
  },
  {
    name: 'setting-facebook',
    path: 'setting/facebook',
    permissions: ['cdp-core.setting-facebook.read'],
    title: 'facebook',
    load: async () => (await import('./channels/facebook/FacebookPages.tsx')).FacebookPages,
  },
  {
    name: 'setting-role-permission',
    path: 'setting/role-permission',
    permissions: ['store.role.read'],
    title: 'rolePermission',
    load: async () => (await import('./access/roles/RoleList.tsx')).RoleList,
  },
  {
    name: 'setting-role-permission-create',
    path: 'setting/role-permission-create',
    permissions: ['store.role.create'],
    title: 'roleNew',
    back: 'setting-role-permission',
    menu: 'setting-role-permission',
    load: async () => (await import('./access/roles/RoleCreate.tsx')).RoleCreate,
  },
  {
    name: 'setting-role-permission-edit',
    path: 'setting/role-permission-edit/{-$roleId}',
    permissions: ['store.role.edit'],
    title: 'rolePermission',
    back: 'setting-role-permission',
    menu: 'setting-role-permission',
    load: async () => (await import('./access/roles/RoleEdit.tsx')).RoleEdit,
  },
  {
    name: 'setting-user-management',
    path: 'setting/user-management',
    permissions: ['user.user.read'],
    title: 'userManagement',
    load: async () => (await import('./access/people/PeopleList.tsx')).PeopleList,
  },
  {
    name: 'setting-user-management-create-edit',
    path: 'setting/user-management-create-edit/{-$userId}',
    permissions: ['user.user.edit'],
    title: 'userManagement',
    back: 'setting-user-management',
    menu: 'setting-user-management',
    load: async () => (await import('./access/people/PersonCreateEdit.tsx')).PersonCreateEdit,
  },
  {
    name: 'setting-general-info',
    path: 'setting/general-info',
    permissions: ['cdp-core.datasource.read', 'cdp-core.setting-activity.read'],
    title: 'generalInfo',
    menu: 'setting-store',
    load: async () => (await import('./customers/fields/GeneralInfo.tsx')).GeneralInfo,
  },
  {
    name: 'setting-activity',
    path: 'setting/activity-old',
    permissions: ['cdp-core.setting-activity.read'],
    title: 'activityOld',
    menu: 'setting-store',
    load: async () => (await import('./customers/activities/ActivityOld.tsx')).ActivityOld,
  },
  {
    name: 'setting-privacy',
    path: 'setting/privacy',
    permissions: ['cdp-core.privacy.read'],
    title: 'privacy',
    menu: 'setting-store',
    load: async () => (await import('./customers/privacy/PurposeList.tsx')).PurposeList,
  },
  {
    name: 'setting-audit-log',
    path: 'setting/audit-log',
    permissions: ['cdp-core.audit-log.read'],
    title: 'auditLog',
    menu: 'setting-store',
    load: async () => (await import('./reports/audit-log/AuditLogTabs.tsx')).AuditLogTabs,
  },
  {
    name: 'setting-broadcast',
    path: 'setting/broadcast',
    permissions: ['cdp-core.setting-line.read'],
    title: 'broadcastSetting',
    menu: 'setting-line-oa',
    load: async () => (await import('./broadcasts/BroadcastSettings.tsx')).BroadcastSettings,
  },
  {
    name: 'broadcast-list',
    path: 'broadcast/list',
    permissions: ['cdp-core.setting-line.read'],
    title: 'broadcastList',
    load: async () => (await import('./broadcasts/BroadcastList.tsx')).BroadcastList,
  },
  {
    name: 'broadcast-create',
    path: 'broadcast/create/{-$broadcastId}',
    permissions: ['cdp-core.setting-line.read'],
    title: 'broadcastCreate',
    back: 'broadcast-list',
    load: async () => (await import('./broadcasts/BroadcastEdit.tsx')).BroadcastEdit,
  },
  {
    name: 'broadcast-edit',
    path: 'broadcast/edit/{-$broadcastId}',
    permissions: ['cdp-core.setting-line.read'],
    title: 'broadcast',
    back: 'broadcast-list',
    menu: 'broadcast-list',
    load: async () => (await import('./broadcasts/BroadcastEdit.tsx')).BroadcastEdit,
  },
  {
    name: 'broadcast-detail',
    path: 'broadcast/detail/{-$broadcastId}',
    permissions: [],
    title: 'broadcast',
    back: 'broadcast-list',
    menu: 'broadcast-list',
    load: async () => (await import('./broadcasts/BroadcastDetail.tsx')).BroadcastDetail,
  },
  {
    name: 'online-log',
    path: 'online-log',
    permissions: ['cdp-core.online-log.read'],
    title: 'onlineLog',
    menu: 'setting-line-oa',
    load: async () => (await import('./channels/online-log/OnlineLog.tsx')).OnlineLog,
  },
  {
    name: 'account',
    path: 'account',
    permissions: [],
    title: 'account',
    load: async () => (await import('./access/account/Account.tsx')).Account,
  },
  {
    name: 'dpa',
    path: 'dpa',
    permissions: [],
    title: 'dpa',
    consent: true,
    load: async () => (await import('./access/dpa/Dpa.tsx')).Dpa,
  },
  {
    name: 'dpa-create',
    path: 'dpa/create',
    permissions: [],
    title: 'dpa',
    consent: true,
    load: async () => (await import('./access/dpa/Dpa.tsx')).DpaCreate,
  },
  {
    name: 'dpa-not-allowed',
    path: 'dpa/not-allowed',
    permissions: [],
    title: 'dpa',
    consent: true,
    load: async () => (await import('./access/dpa/Dpa.tsx')).DpaNotAllowed,
  },
] as const

/** Names of spec section 2 whose screens are still to come: a link to one is not shown. */
type Planned =
  | 'profile-api'
  | 'broadcast-list'
  | 'broadcast-detail'
  | 'broadcast-create'
  | 'broadcast-edit'
  | 'data-source-openapi-connector'
  | 'data-source-openapi-connector-create-edit'
  | 'data-source-openapi-token'
  | 'data-source-openapi-token-create-edit'
  | 'setting-open-api'
  | 'setting-api-connector-list'
  | 'setting-api-connector-list-create'
  | 'access-denied'

declare module './ui/route.tsx' {
  interface RouteTable {
    name: (typeof table)[number]['name'] | Planned
  }
}

export const screens: readonly Screen[] = table

/** The screens outside of a store. They show no menu. */
export const doors: readonly Door[] = [
  {
    path: 'choose-store',
    title: 'chooseStore',
    load: async () => (await import('./access/stores/ChooseStore.tsx')).ChooseStore,
  },
  { path: 'sign-in', title: 'signIn', load: async () => (await import('./access/auth/SignIn.tsx')).SignIn },
  {
    path: 'user-invite',
    title: 'userInvite',
    load: async () => (await import('./access/people/UserInvite.tsx')).UserInvite,
  },
  {
    path: 'password-reset',
    title: 'passwordReset',
    load: async () => (await import('./access/auth/PasswordReset.tsx')).PasswordReset,
  },
  { path: 'set-up', title: 'setUp', load: async () => (await import('./access/auth/SetUp.tsx')).SetUp },
]
