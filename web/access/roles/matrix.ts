import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { IconBuildingStore, IconDatabase, IconSpeakerphone, IconUsers } from '@tabler/icons-react'
import type { Icon } from '../../app/menu.ts'
import type { rightsText } from './rights-text.ts'

type Word = keyof ReturnType<(typeof rightsText)['in']>

/** Actions common to all things; others are special. */
export const doings = ['see', 'make', 'change', 'delete'] as const
type Doing = (typeof doings)[number]

/** One thing of a store, in the words of its owner, with the right to each thing that is done to it. */
export interface MatrixFeature extends Partial<Record<Doing, Permission>> {
  name: Word
  /** Addition to the name. */
  about?: Word
  special?: readonly { word: Word; permission: Permission }[]
}

interface FeatureGroup {
  name: Word
  icon: Icon
  features: readonly MatrixFeature[]
}

const all = <P extends string>(resource: P) =>
  ({
    see: `${resource}.read`,
    make: `${resource}.create`,
    change: `${resource}.edit`,
    delete: `${resource}.delete`,
  }) as const

/** All rights there are, each once. */
export const matrix: readonly FeatureGroup[] = [
  {
    name: 'customers',
    icon: IconUsers,
    features: [
      { name: 'dashboard', see: 'cdp-core.dashboard.read' },
      {
        name: 'profiles',
        ...all('cdp-core.profile'),
        special: [
          { word: 'merge', permission: 'cdp-core.profile.merge' },
          { word: 'download', permission: 'cdp-core.profile.download' },
        ],
      },
      { name: 'sensitive', about: 'sensitiveAbout', see: 'cdp-core.profile-sensitive.read' },
      { name: 'labels', ...all('cdp-core.label') },
      { name: 'privacy', about: 'privacyAbout', see: 'cdp-core.privacy.read', change: 'cdp-core.privacy.manage' },
    ],
  },
  {
    name: 'data',
    icon: IconDatabase,
    features: [
      {
        name: 'dataSources',
        ...all('cdp-core.datasource'),
        special: [
          { word: 'execute', permission: 'cdp-core.datasource.execute' },
          { word: 'undo', permission: 'cdp-core.datasource.undo' },
        ],
      },
      {
        name: 'newSources',
        see: 'cdp-core.create-new-datasource.read',
        make: 'cdp-core.create-new-datasource.create',
      },
      {
        name: 'fields',
        about: 'fieldsAbout',
        make: 'cdp-core.field.create',
        change: 'cdp-core.field.edit',
        delete: 'cdp-core.field.delete',
      },
      { name: 'activities', ...all('cdp-core.setting-activity') },
      { name: 'connectors', ...all('datasource-open-api') },
      { name: 'tokens', ...all('datasource-open-api-token') },
      {
        name: 'keys',
        see: 'cdp-core.api-key.read',
        make: 'cdp-core.api-key.create',
        special: [{ word: 'revoke', permission: 'cdp-core.api-key.revoke' }],
      },
      { name: 'profileApi', see: 'cdp-core.profile-api.read' },
    ],
  },
  {
    name: 'messages',
    icon: IconSpeakerphone,
    features: [
      {
        name: 'broadcasts',
        make: 'cdp-core.broadcast.create',
        change: 'cdp-core.broadcast.edit',
        delete: 'cdp-core.broadcast.delete',
        special: [
          { word: 'send', permission: 'cdp-core.broadcast.send' },
          { word: 'approve', permission: 'cdp-core.broadcast.approve' },
        ],
      },
      { name: 'line', about: 'lineAbout', ...all('cdp-core.setting-line') },
      { name: 'facebook', ...all('cdp-core.setting-facebook') },
      { name: 'onlineLog', see: 'cdp-core.online-log.read' },
    ],
  },
  {
    name: 'store',
    icon: IconBuildingStore,
    features: [
      { name: 'account', see: 'store.store.read', change: 'store.store.edit' },
      { name: 'roles', ...all('store.role') },
      {
        name: 'people',
        see: 'user.user.read',
        change: 'user.user.edit',
        delete: 'user.user.delete',
        special: [{ word: 'apiConnector', permission: 'user.user.create' }],
      },
      { name: 'auditLog', see: 'cdp-core.audit-log.read' },
    ],
  },
]

/** The rights in one row. */
export const rightsOf = (feature: MatrixFeature): Permission[] => [
  ...doings.flatMap((doing) => feature[doing] ?? []),
  ...(feature.special ?? []).map(({ permission }) => permission),
]

/** Permissions required by a permission, except the one to read. */
const needed: Partial<Record<Permission, readonly Permission[]>> = {
  'cdp-core.profile-sensitive.read': ['cdp-core.profile.read'],
  'cdp-core.profile.merge': ['cdp-core.profile.edit'],
  'cdp-core.create-new-datasource.create': ['cdp-core.datasource.create'],
  'cdp-core.field.create': ['cdp-core.datasource.read'],
  'cdp-core.field.edit': ['cdp-core.datasource.read'],
  'cdp-core.field.delete': ['cdp-core.datasource.read'],
  'cdp-core.broadcast.create': ['cdp-core.setting-line.read', 'cdp-core.label.read'],
  'cdp-core.broadcast.edit': ['cdp-core.setting-line.read', 'cdp-core.label.read'],
  'cdp-core.broadcast.delete': ['cdp-core.setting-line.read'],
  'cdp-core.broadcast.send': ['cdp-core.setting-line.read'],
  'cdp-core.broadcast.approve': ['cdp-core.setting-line.read'],
  'user.user.edit': ['store.role.read'],
}

const seenBy = new Map<Permission, Permission>(
  matrix.flatMap(({ features }) =>
    features.flatMap((feature) =>
      rightsOf(feature).flatMap((right): [Permission, Permission][] =>
        feature.see && feature.see !== right ? [[right, feature.see]] : [],
      ),
    ),
  ),
)

const directNeeds = (right: Permission): Permission[] => [...(needed[right] ?? []), seenBy.get(right) ?? []].flat()

/** A right with all that it needs. */
export function withNeeds(right: Permission): Permission[] {
  const found = new Set<Permission>()
  const add = (one: Permission) => {
    if (found.has(one)) return
    found.add(one)
    for (const need of directNeeds(one)) add(need)
  }
  add(right)
  return [...found]
}

/** These rights and one more, with what it needs. */
export const tick = (held: readonly string[], right: Permission): string[] => [
  ...new Set([...held, ...withNeeds(right)]),
]

/** These rights without one, and without those that need it. */
export const untick = (held: readonly string[], right: Permission): string[] =>
  held.filter((one) => !withNeeds(one as Permission).includes(right))
