import { OWNER, type Permission, permissions } from './permissions.ts'

const reads: Permission[] = [
  'cdp-core.dashboard.read',
  'cdp-core.profile.read',
  'cdp-core.label.read',
  'cdp-core.datasource.read',
  'cdp-core.setting-line.read',
]
const marketing: Permission[] = permissions.filter(
  (p) => p.startsWith('cdp-core.label.') || (p.startsWith('cdp-core.broadcast.') && p !== 'cdp-core.broadcast.approve'),
)
const dataWork: Permission[] = permissions.filter(
  (p) =>
    p.startsWith('cdp-core.datasource.') ||
    p.startsWith('cdp-core.create-new-datasource.') ||
    p.startsWith('cdp-core.field.') ||
    p.startsWith('cdp-core.profile.') ||
    p.startsWith('cdp-core.api-key.') ||
    p.startsWith('datasource-open-api'),
)
const ownerOnly: Permission[] = ['store.role.delete', 'user.user.delete', 'cdp-core.profile-api.read']

/** The roles every new store starts with. The owner's can be neither edited nor deleted. */
export const presetRoles: readonly { name: string; permissions: readonly Permission[] }[] = [
  { name: OWNER, permissions },
  { name: 'manager', permissions: permissions.filter((p) => !ownerOnly.includes(p)) },
  { name: 'marketer', permissions: [...new Set([...reads, ...marketing, 'cdp-core.profile.edit' as const])] },
  {
    name: 'data admin',
    permissions: [...new Set([...reads, ...dataWork, 'cdp-core.profile-sensitive.read' as const])],
  },
  { name: 'service staff', permissions: [...reads, 'cdp-core.profile.create', 'cdp-core.profile.edit'] },
  { name: 'viewer', permissions: reads },
]
