/** Every permission there is (spec sections 2 and 6, product decisions section 2). Opaque strings: some have two parts. */
export const permissions = [
  'cdp-core.dashboard.read',
  'cdp-core.profile.read',
  'cdp-core.profile.create',
  'cdp-core.profile.edit',
  'cdp-core.profile.delete',
  'cdp-core.profile.merge',
  'cdp-core.profile.download',
  'cdp-core.profile-sensitive.read',
  'cdp-core.profile-api.read',
  'cdp-core.label.read',
  'cdp-core.label.create',
  'cdp-core.label.edit',
  'cdp-core.label.delete',
  'cdp-core.broadcast.create',
  'cdp-core.broadcast.edit',
  'cdp-core.broadcast.delete',
  'cdp-core.broadcast.send',
  'cdp-core.broadcast.approve',
  'cdp-core.datasource.read',
  'cdp-core.datasource.create',
  'cdp-core.datasource.edit',
  'cdp-core.datasource.delete',
  'cdp-core.datasource.execute',
  'cdp-core.datasource.undo',
  'cdp-core.create-new-datasource.create',
  'cdp-core.create-new-datasource.read',
  'cdp-core.field.create',
  'cdp-core.field.edit',
  'cdp-core.field.delete',
  'cdp-core.api-key.read',
  'cdp-core.api-key.create',
  'cdp-core.api-key.revoke',
  'cdp-core.setting-line.read',
  'cdp-core.setting-line.create',
  'cdp-core.setting-line.edit',
  'cdp-core.setting-line.delete',
  'cdp-core.setting-facebook.read',
  'cdp-core.setting-facebook.create',
  'cdp-core.setting-facebook.edit',
  'cdp-core.setting-facebook.delete',
  'cdp-core.setting-activity.read',
  'cdp-core.setting-activity.create',
  'cdp-core.setting-activity.edit',
  'cdp-core.setting-activity.delete',
  'cdp-core.online-log.read',
  'cdp-core.privacy.read',
  'cdp-core.privacy.manage',
  'cdp-core.audit-log.read',
  'datasource-open-api.read',
  'datasource-open-api.create',
  'datasource-open-api.edit',
  'datasource-open-api.delete',
  'datasource-open-api-token.read',
  'datasource-open-api-token.create',
  'datasource-open-api-token.edit',
  'datasource-open-api-token.delete',
  'store.store.read',
  'store.store.edit',
  'store.role.read',
  'store.role.create',
  'store.role.edit',
  'store.role.delete',
  'user.user.read',
  'user.user.create',
  'user.user.edit',
  'user.user.delete',
] as const

export type Permission = (typeof permissions)[number]

/** Roles and permissions in one store. */
export interface Rights {
  /** Names of the roles held. */
  roles: readonly string[]
  permissions: readonly string[]
}

export const OWNER = 'owner'

/** Passes when the person holds any of the named roles (spec section 6). */
export function hasRole(rights: Rights | undefined, ...roles: readonly string[]): boolean {
  return rights?.roles.some((role) => roles.includes(role)) ?? false
}

/** True for the owner role; other roles need every permission named (spec section 6). */
export function may(rights: Rights | undefined, ...required: readonly Permission[]): boolean {
  if (!rights) return false
  return hasRole(rights, OWNER) || required.every((permission) => rights.permissions.includes(permission))
}

/** A route or call that lists several permissions opens with any of them; an empty list opens for every member (spec section 2). */
export function mayOpen(rights: Rights | undefined, anyOf: readonly Permission[]): boolean {
  if (!rights) return false
  return anyOf.length === 0 || anyOf.some((permission) => may(rights, permission))
}

/** Returns the wished permissions that the person lacks, and so may not assign; an owner lacks none. */
export function rightsBeyond(rights: Rights | undefined, wished: readonly string[]): string[] {
  if (hasRole(rights, OWNER)) return []
  return wished.filter((permission) => !rights?.permissions.includes(permission))
}
