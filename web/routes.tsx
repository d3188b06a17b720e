import { screenRights } from '@ruam/contract/screens.ts'
import { whenIdle } from './data/idle.ts'
import type { Door, Screen } from './ui/route.tsx'
import { isPhone } from './ui/use-phone.ts'

const connectors = ['ตัวเชื่อม', 'Connectors'] as const
const programsTitle = ['โปรแกรม', 'Programs'] as const
const docs = ['คู่มือ Open API', 'Open API documentation'] as const

const screenFiles = async () => (await import('./screen-files.ts')).screenFiles

/**
 * Every screen inside of a store: its name and path (spec section 2). Who may open it follows from `contract/screens.ts`. Files of screens
 * that staff open first are named here, those of other screens in screen-files.ts.
 */
const table = [
  {
    name: 'dashboard',
    path: 'dashboard',
    title: 'dashboard',
    load: async () => (await import('./reports/dashboard/Dashboard.tsx')).Dashboard,
  },
  {
    name: 'counter',
    path: 'counter',
    title: 'counter',
    load: async () => (await import('./customers/counter/Counter.tsx')).Counter,
  },
  {
    name: 'work-list',
    path: 'work/$kind',
    title: ['รายการติดต่อ', 'Work list'],
    back: 'dashboard',
    menu: 'dashboard',
  },
  {
    name: 'profile-list',
    path: 'profile-list',
    title: 'profileList',
    load: async () => {
      const list = import('./customers/profiles/list/ProfileList.tsx')
      // At once, not after the list's own file.
      if (isPhone()) void import('./customers/profiles/list/ProfileCard.tsx').catch(() => undefined)
      return (await list).ProfileList
    },
  },
  {
    name: 'profile-detail',
    path: 'profile-detail/$profileId/{-$pageType}',
    title: 'profile',
    back: 'profile-list',
    menu: 'profile-list',
    load: async () => (await import('./customers/profiles/detail/ProfileDetail.tsx')).ProfileDetail,
  },
  {
    name: 'profile-edit',
    path: 'profile-edit/$profileId',
    title: 'profileEdit',
    back: 'profile-detail',
    menu: 'profile-list',
  },
  {
    name: 'profile-duplicate',
    path: 'profile-duplicate',
    title: 'profileDuplicate',
    back: 'profile-list',
    menu: 'profile-list',
  },
  {
    name: 'profile-erasure',
    path: 'profile-erasure',
    title: 'profileErasure',
    back: 'profile-list',
    menu: 'profile-list',
  },
  {
    name: 'segmentation-list',
    path: 'segmentation/list',
    title: 'segmentList',
  },
  {
    name: 'segmentation-create',
    path: 'segmentation/create',
    title: 'segmentNew',
    back: 'segmentation-list',
    menu: 'segmentation-list',
  },
  {
    name: 'segmentation-detail',
    path: 'segmentation/detail/{-$labelId}',
    title: 'segmentList',
    back: 'segmentation-list',
    menu: 'segmentation-list',
  },
  {
    name: 'segmentation-edit',
    path: 'segmentation/edit/{-$labelId}',
    title: 'segmentList',
    back: 'segmentation-list',
    menu: 'segmentation-list',
  },
  {
    name: 'data-source-v2-list',
    path: 'data-source/v2/list',
    title: 'dataSourceList',
  },
  {
    name: 'data-source-v2-list-create',
    path: 'data-source/v2/list/create',
    title: 'dataSourceList',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-v2-list-output',
    path: 'data-source/v2/list/output/$dataSourceId',
    title: 'dataSourceOutput',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-list',
  },
  {
    name: 'watches',
    path: 'data-source/v2/watch',
    title: ['ไฟล์อัตโนมัติ', 'Automatic files'],
    menu: 'data-source-v2-list',
  },
  {
    name: 'watch-create',
    path: 'data-source/v2/watch/create',
    title: ['เพิ่มไฟล์อัตโนมัติ', 'New automatic files'],
    back: 'watches',
    menu: 'data-source-v2-list',
  },
  {
    name: 'watch',
    path: 'data-source/v2/watch/$watchId',
    title: ['สัญญาของไฟล์', 'Terms of files'],
    back: 'watches',
    menu: 'data-source-v2-list',
  },
  {
    name: 'watch-files',
    path: 'data-source/v2/watch/$watchId/files',
    title: ['ไฟล์ที่มาถึง', 'Arrived files'],
    back: 'watches',
    menu: 'data-source-v2-list',
  },
  {
    name: 'watch-file',
    path: 'data-source/v2/watch/$watchId/file/$fileId',
    title: ['ไฟล์ที่มาถึง', 'Arrived file'],
    back: 'watches',
    menu: 'data-source-v2-list',
  },
  {
    name: 'data-source-openapi-connector',
    path: 'data-source/openapi/connector',
    title: connectors,
    menu: 'data-source-openapi-key',
  },
  {
    name: 'data-source-openapi-connector-create',
    path: 'data-source/openapi/connector/create',
    title: ['สร้างตัวเชื่อม', 'New connector'],
    back: 'data-source-openapi-connector',
    menu: 'data-source-openapi-key',
  },
  {
    name: 'data-source-openapi-connector-create-edit',
    path: 'data-source/openapi/connector/detail/$connectorId',
    title: ['ตัวเชื่อม', 'Connector'],
    back: 'data-source-openapi-connector',
    menu: 'data-source-openapi-key',
  },
  {
    name: 'data-source-openapi-token',
    path: 'data-source/openapi/token',
    title: programsTitle,
    menu: 'data-source-openapi-key',
  },
  {
    name: 'data-source-openapi-token-create',
    path: 'data-source/openapi/token/create',
    title: programsTitle,
    menu: 'data-source-openapi-key',
  },
  {
    name: 'data-source-openapi-token-create-edit',
    path: 'data-source/openapi/token/detail/$apiTokenId',
    title: ['โปรแกรม', 'Program'],
    back: 'data-source-openapi-key',
    menu: 'data-source-openapi-key',
  },
  {
    name: 'data-source-openapi-key',
    path: 'data-source/openapi/key',
    title: programsTitle,
  },
  {
    name: 'data-source-openapi-key-detail',
    path: 'data-source/openapi/key/detail/$keyId',
    title: ['โปรแกรม', 'Program'],
    back: 'data-source-openapi-key',
    menu: 'data-source-openapi-key',
  },
  {
    name: 'profile-api',
    path: 'profile-api',
    title: ['Profile API', 'Profile API'],
    menu: 'data-source-openapi-key',
  },
  {
    name: 'docs-get-started',
    path: 'docs/open-api/datasource-api/get-started',
    title: docs,
    bare: true,
  },
  {
    name: 'docs-other',
    path: 'docs/$',
    title: docs,
    bare: true,
  },
  {
    name: 'data-source-v2-profile-field',
    path: 'data-source/v2/profile-field',
    title: 'profileField',
  },
  {
    name: 'data-source-v2-activity-field',
    path: 'data-source/v2/activity-field',
    title: 'activityField',
  },
  {
    name: 'data-source-v2-import',
    path: 'data-source/v2',
    title: 'importDataSource',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-v2-check',
    path: 'data-source/v2/check',
    title: 'importDataSource',
  },
  {
    name: 'data-source-v2-choose-import',
    path: 'data-source/v2/choose-import',
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-import',
    path: 'data-source/v2/import',
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-mapping',
    path: 'data-source/v2/mapping',
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-preview',
    path: 'data-source/v2/preview',
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'data-source-output',
    path: 'data-source/v2/output',
    title: 'importDataSource',
    back: 'data-source-v2-list',
    menu: 'data-source-v2-check',
  },
  {
    name: 'old-bookmark',
    path: 'data-source/$',
    title: 'dataSourceOutput',
  },
  {
    name: 'setting-store',
    path: 'setting/store',
    title: 'accountSetting',
  },
  {
    name: 'setting-store-edit',
    path: 'setting/store-edit',
    title: 'accountSetting',
    back: 'setting-store',
    menu: 'setting-store',
  },
  {
    name: 'setting-line-oa',
    path: 'setting/line-oa',
    title: 'lineOa',
  },
  {
    name: 'rich-menus',
    path: 'setting/line-oa/menus',
    title: ['เมนู', 'Menus'],
    menu: 'setting-line-oa',
  },
  {
    name: 'rich-menu',
    path: 'setting/line-oa/menus/$menuId',
    title: ['เมนู', 'Menu'],
    back: 'rich-menus',
    menu: 'setting-line-oa',
  },
  {
    name: 'answers',
    path: 'setting/line-oa/answers',
    title: ['คำตอบ', 'Answers'],
    menu: 'setting-line-oa',
  },
  {
    name: 'setting-facebook',
    path: 'setting/facebook',
    title: 'facebook',
  },
  {
    name: 'setting-api-connector-list',
    path: 'setting/api-connector-list',
    title: 'apiConnector',
  },
  {
    name: 'setting-api-connector-list-create',
    path: 'setting/api-connector-list-create',
    title: 'apiConnector',
    menu: 'setting-api-connector-list',
  },
  {
    name: 'setting-api-connector-list-detail',
    path: 'setting/api-connector-list-detail/$id',
    title: 'apiConnector',
    menu: 'setting-api-connector-list',
  },
  {
    name: 'setting-role-permission',
    path: 'setting/role-permission',
    title: 'rolePermission',
  },
  {
    name: 'setting-role-permission-create',
    path: 'setting/role-permission-create',
    title: 'roleNew',
    back: 'setting-role-permission',
    menu: 'setting-role-permission',
  },
  {
    name: 'setting-role-permission-edit',
    path: 'setting/role-permission-edit/{-$roleId}',
    title: 'rolePermission',
    back: 'setting-role-permission',
    menu: 'setting-role-permission',
  },
  {
    name: 'setting-user-management',
    path: 'setting/user-management',
    title: 'userManagement',
  },
  {
    name: 'setting-user-management-create-edit',
    path: 'setting/user-management-create-edit/{-$userId}',
    title: 'userManagement',
    back: 'setting-user-management',
    menu: 'setting-user-management',
  },
  {
    name: 'setting-general-info',
    path: 'setting/general-info',
    title: 'profileField',
    menu: 'data-source-v2-profile-field',
  },
  {
    name: 'setting-activity',
    path: 'setting/activity-old',
    title: 'activityOld',
    menu: 'setting-store',
  },
  {
    name: 'setting-open-api',
    path: 'setting/open-api',
    title: ['Open API', 'Open APIs'],
    menu: 'data-source-openapi-key',
  },
  {
    name: 'setting-privacy',
    path: 'setting/privacy',
    title: 'privacy',
    menu: 'setting-store',
  },
  {
    name: 'setting-consents',
    path: 'setting/privacy/consents',
    title: 'privacy',
    menu: 'setting-store',
  },
  {
    name: 'privacy-exposure',
    path: 'setting/privacy/exposure',
    title: 'privacy',
    menu: 'setting-store',
  },
  {
    name: 'privacy-incidents',
    path: 'setting/privacy/incidents',
    title: 'privacy',
    menu: 'setting-store',
  },
  {
    name: 'privacy-incident',
    path: 'setting/privacy/incident/$incidentId',
    title: ['เหตุรั่วไหล', 'Incident'],
    back: 'privacy-incidents',
    menu: 'setting-store',
  },
  {
    name: 'setting-my-data',
    path: 'setting/privacy/my-data',
    title: 'privacy',
    menu: 'setting-store',
  },
  {
    name: 'setting-retention',
    path: 'setting/retention',
    title: 'privacy',
    menu: 'setting-store',
  },
  {
    name: 'privacy-processing',
    path: 'setting/privacy/processing',
    title: 'privacy',
    menu: 'setting-store',
  },
  {
    name: 'privacy-request',
    path: 'setting/privacy/request/$requestId',
    title: ['คำขอของเจ้าของข้อมูล', 'Privacy request'],
    back: 'setting-privacy',
    menu: 'setting-store',
  },
  {
    name: 'setting-privacy-purpose',
    path: 'setting/privacy/purpose/$purposeId',
    title: ['ข้อความของวัตถุประสงค์', 'Wording of a purpose'],
    back: 'setting-consents',
    menu: 'setting-store',
  },
  {
    name: 'setting-audit-log',
    path: 'setting/audit-log',
    title: 'auditLog',
    menu: 'setting-store',
  },
  {
    name: 'setting-system',
    path: 'setting/system',
    title: ['ระบบ', 'System'],
    menu: 'setting-store',
  },
  {
    name: 'setting-broadcast',
    path: 'setting/broadcast',
    title: 'broadcastSetting',
    menu: 'setting-line-oa',
  },
  {
    name: 'broadcast-list',
    path: 'broadcast/list',
    title: 'broadcastList',
  },
  {
    name: 'broadcast-create',
    path: 'broadcast/create/{-$broadcastId}',
    title: 'broadcastCreate',
    back: 'broadcast-list',
  },
  {
    name: 'broadcast-edit',
    path: 'broadcast/edit/{-$broadcastId}',
    title: 'broadcast',
    back: 'broadcast-list',
    menu: 'broadcast-list',
  },
  {
    name: 'broadcast-detail',
    path: 'broadcast/detail/{-$broadcastId}',
    title: 'broadcast',
    back: 'broadcast-list',
    menu: 'broadcast-list',
  },
  {
    name: 'automation',
    path: 'broadcast/automation/$automationId',
    title: ['การทำงานอัตโนมัติ', 'Automation'],
    back: 'broadcast-list',
    menu: 'broadcast-list',
  },
  {
    name: 'online-log',
    path: 'online-log',
    title: 'onlineLog',
    menu: 'setting-line-oa',
  },
  {
    name: 'account',
    path: 'account',
    title: 'account',
  },
  {
    name: 'dpa',
    path: 'dpa',
    title: 'dpa',
    consent: true,
  },
  {
    name: 'dpa-create',
    path: 'dpa/create',
    title: 'dpa',
    consent: true,
  },
  {
    name: 'dpa-not-allowed',
    path: 'dpa/not-allowed',
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

export const screens: readonly Screen[] = table.map((screen) => ({
  ...screenRights[screen.name],
  ...('load' in screen ? screen : { ...screen, load: async () => (await screenFiles())[screen.name]() }),
}))

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
  { path: 'add-passkey', title: 'signIn', load: async () => (await screenFiles())['add-passkey']() },
  { path: 'user-invite', title: 'userInvite', load: async () => (await screenFiles())['user-invite']() },
  { path: 'password-reset', title: 'passwordReset', load: async () => (await screenFiles())['password-reset']() },
  { path: 'email-confirm', title: 'account', load: async () => (await screenFiles())['email-confirm']() },
  { path: 'set-up', title: 'setUp', load: async () => (await screenFiles())['set-up']() },
  { path: 'docs/$', title: docs, bare: true, load: async () => (await screenFiles()).docs() },
]
