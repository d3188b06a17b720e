import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { may, type Permission, type Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'

const permission: Permission = 'cdp-core.label.create'

/** Default for unknown label names: created if the person may create labels. */
export const unknownLabelsFor = (rights: Rights) => (may(rights, permission) ? 'make' : 'skip')

/** Throws if a file would create labels for a caller who may create none. */
export function refuseCreatingLabels(rights: Rights, { row_labels }: Pick<MappingBody, 'row_labels'>): void {
  if (row_labels.columns.length === 0 || row_labels.unknown === 'skip' || may(rights, permission)) return
  throw new ApiError('forbidden', { permission })
}
