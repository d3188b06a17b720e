import type { ConsentColumn } from '@ruam/contract/imports/consent-columns.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { may, type Permission, type Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'

/** Right of a person who records a consent, by hand or with a file. */
const permission: Permission = 'cdp-core.profile.edit'

/** True if a person may record consents. */
export const mayRecordConsents = (rights: Rights) => may(rights, permission)

/** Purpose that a column can answer. */
export interface Purpose {
  id: number
  name: string
}

/** Consent columns of a mapping. Those of older versions have none. */
export const consentsOf = ({ consents }: { consents?: readonly ConsentColumn[] }): readonly ConsentColumn[] =>
  consents ?? []

/** Ids of the columns that a mapping reads for consents. */
export const consentColumnIds = (mapping: { consents?: readonly ConsentColumn[] }): string[] =>
  consentsOf(mapping).flatMap(({ column, granted_at_column: day }) => (day === null ? [column] : [column, day]))

/** Throws if a file would record consents for a caller who may record none. */
export function refuseRecordingConsents(rights: Rights, mapping: Pick<MappingBody, 'consents'>): void {
  if (consentsOf(mapping).length === 0 || mayRecordConsents(rights)) return
  throw new ApiError('forbidden', { permission })
}

/** Finds the first thing that is wrong with the consent columns of a mapping. */
export function consentProblem(
  mapping: Pick<MappingBody, 'consents'>,
  { width, purposes }: { width: number; purposes: readonly Purpose[] },
): { th: string; en: string } | null {
  const consents = consentsOf(mapping)
  if (consentColumnIds(mapping).some((id) => Number(id) > width))
    return { th: 'มีคอลัมน์ที่ไม่อยู่ในไฟล์', en: 'it names a column that is not in the file' }
  if (consents.some(({ purpose_id }) => !purposes.some(({ id }) => id === purpose_id)))
    return { th: 'ไม่พบวัตถุประสงค์ที่เลือก', en: 'it names a purpose that does not exist' }
  const pairs = new Set(consents.map(({ column, purpose_id }) => `${column} ${purpose_id}`))
  if (pairs.size < consents.length)
    return { th: 'คอลัมน์เดียวใช้กับวัตถุประสงค์เดียวกันสองครั้ง', en: 'one column answers the same purpose twice' }
  return null
}
