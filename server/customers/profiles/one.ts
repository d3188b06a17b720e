import type { Profile } from '@ruam/contract/customers/profiles.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { type Field, fieldsOf } from '../fields/fields.ts'
import { closedTo } from './closed.ts'
import { type MaskedValue, Sight } from './masking.ts'
import { fieldValue, type ProfileRow, profilesById } from './queries.ts'
import { viewProfiles } from './view.ts'

/** A live profile of the store. Throws not_found. */
export async function liveProfile(db: Db, storeId: number, id: number): Promise<ProfileRow> {
  const [row] = await profilesById(db, storeId, [id])
  if (!row) throw new ApiError('not_found')
  return row
}

/** A live profile as GET answers it, or `row` instead of it. Throws not_found. */
export async function profileFor(
  db: Db,
  storeId: number,
  id: number,
  { rights, language, row: known }: { rights: Rights; language: Language; row?: ProfileRow },
  fields?: Field[],
): Promise<Profile> {
  const row = known ?? (await liveProfile(db, storeId, id))
  const shown = {
    fields: fields ?? (await fieldsOf(db, storeId, language)),
    // Veiled for every reader: revealing a sensitive value is a separate, audited call.
    sight: Sight.alone(rights),
    closed: (await closedTo(db, storeId, rights)).segments,
    withEmpty: true,
  }
  const [profile] = await viewProfiles(db, storeId, [row], shown)
  return profile!
}

/** The values of a profile, by field. */
export const valuesOf = (row: ProfileRow, fields: readonly Field[]): Map<number, MaskedValue> =>
  new Map(fields.map((field) => [field.id, fieldValue(row, field)]))
