import { storedTypeName } from '../../customers/fields/given-names.ts'
import { allTypes, ownActivityFields } from '../../customers/profile-activities/queries.ts'
import type { Db } from '../../database/db.ts'

type OwnField = Awaited<ReturnType<typeof ownActivityFields>> extends Map<number, infer F> ? F : never

interface KnownType {
  id: number
  /** By name. */
  fields: ReadonlyMap<string, OwnField>
}

/** Activity types of a store, by id or by name. */
export interface ActivityTypes {
  find(type: string | number): KnownType | undefined
}

export const noTypes: ActivityTypes = { find: () => undefined }

/** Equal for names that the database holds for one (name_key). */
const nameKey = (name: string) => name.trim().normalize('NFC').toLowerCase()

/** Reads the activity types of a store with their fields. */
export async function readActivityTypes(db: Db, storeId: number): Promise<ActivityTypes> {
  const fields = await ownActivityFields(db, storeId)
  const types = [...(await allTypes(db, storeId)).values()].map(({ id, name, field_ids }) => ({
    id,
    name: nameKey(name),
    fields: new Map(
      field_ids
        .flatMap((fieldId) => (fields.has(fieldId) ? [fields.get(fieldId)!] : []))
        .map((field) => [field.name, field]),
    ),
  }))
  const byId = new Map(types.map((type) => [type.id, type]))
  const byName = new Map(types.map((type) => [type.name, type]))
  return {
    find: (type) =>
      typeof type === 'number'
        ? byId.get(type)
        : // Programs are shown the names of the product's own types in their language.
          (byName.get(nameKey(type)) ?? byName.get(nameKey(storedTypeName(type.trim(), 'en')))),
  }
}
