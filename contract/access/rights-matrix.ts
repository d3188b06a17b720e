import type { Permission } from '../platform/permissions.ts'
import { type RightWord, rightWords } from './right-words.ts'

/** Actions common to all things; others are special. */
export const doings = ['see', 'make', 'change', 'delete'] as const
type Doing = (typeof doings)[number]

/** One thing of a store, in the words of its owner, with the right to each thing that is done to it. */
export interface MatrixFeature extends Partial<Record<Doing, Permission>> {
  name: RightWord
  /** Addition to the name. */
  about?: RightWord
  special?: readonly { word: RightWord; permission: Permission }[]
}

interface FeatureGroup {
  name: 'customers' | 'data' | 'messages' | 'store'
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

const named = new Map<Permission, readonly [thing: RightWord, action: RightWord]>(
  matrix.flatMap(({ features }) =>
    features.flatMap((feature) => [
      ...doings.flatMap((doing): [Permission, [RightWord, RightWord]][] =>
        feature[doing] ? [[feature[doing], [feature.name, doing]]] : [],
      ),
      ...(feature.special ?? []).map(({ word, permission }): [Permission, [RightWord, RightWord]] => [
        permission,
        [feature.name, word],
      ]),
    ]),
  ),
)

/** Names of the rights that a refusal carries, joined by | where any one suffices. Undefined if none has a name. */
export function refusedRights(joined: unknown, language: 'th' | 'en'): string | undefined {
  const names = String(joined ?? '')
    .split('|')
    .flatMap((one) => rightName(one, language) || [])
  return names.length > 0 ? names.join(' / ') : undefined
}

/** Name of a right as the role editor shows it: its thing and its action. Empty for a right of another version. */
export function rightName(right: string, language: 'th' | 'en'): string {
  const words = named.get(right as Permission)
  return words ? words.map((word) => rightWords[word][language === 'th' ? 0 : 1]).join(': ') : ''
}
