import { IconDatabase, IconLayoutDashboard, IconSettings, IconSpeakerphone, IconUsers } from '@tabler/icons-react'
import type { MenuGroup } from './app/menu.ts'
import type { RouteName } from './ui/route.tsx'

/** The settings that the menu has no entry for. */
const settingTabs: readonly RouteName[] = ['setting-activity', 'setting-privacy', 'setting-audit-log', 'setting-system']

/** Tabs of programs next to the API keys. */
const programTabs: readonly RouteName[] = [
  'data-source-openapi-token',
  'setting-open-api',
  'data-source-openapi-connector',
  'profile-api',
]

/** The side menu of spec section 2. An entry appears when its screen is in routes.tsx and the person may open it. */
export const menu: readonly MenuGroup[] = [
  { title: 'dashboard', icon: IconLayoutDashboard, to: 'dashboard', tabs: ['counter'], entries: [] },
  {
    title: 'profile',
    icon: IconUsers,
    entries: [
      { title: 'profileList', to: 'profile-list' },
      { title: 'segmentList', to: 'segmentation-list' },
    ],
  },
  {
    title: 'broadcast',
    icon: IconSpeakerphone,
    entries: [
      { title: 'broadcastList', to: 'broadcast-list' },
      { title: 'broadcastCreate', to: 'broadcast-create' },
    ],
  },
  {
    title: 'dataSource',
    icon: IconDatabase,
    entries: [
      { title: 'importDataSource', to: 'data-source-v2-check' },
      { title: 'dataSourceList', to: 'data-source-v2-list', tabs: ['watches'] },
      { title: 'profileField', to: 'data-source-v2-profile-field' },
      { title: 'activityField', to: 'data-source-v2-activity-field' },
      { title: ['โปรแกรม', 'Programs'], to: 'data-source-openapi-key', tabs: programTabs },
    ],
  },
  {
    title: 'setting',
    icon: IconSettings,
    entries: [
      { title: 'accountSetting', to: 'setting-store', tabs: settingTabs },
      { title: 'apiConnector', to: 'setting-api-connector-list', flag: 'apiConnector' },
      { title: 'lineOa', to: 'setting-line-oa', tabs: ['rich-menus', 'answers', 'online-log', 'setting-broadcast'] },
      { title: 'facebook', to: 'setting-facebook', flag: 'facebook' },
      { title: 'rolePermission', to: 'setting-role-permission' },
      { title: 'userManagement', to: 'setting-user-management' },
    ],
  },
]
