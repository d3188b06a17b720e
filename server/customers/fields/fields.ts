import type { ProfileFormula } from '@ruam/contract/customers/formulas.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import {
  type DataType,
  kindOfType,
  type SystemColumn,
  systemFields,
  type ValueKind,
} from '@ruam/contract/platform/system-fields.ts'
import type { Db } from '../../database/db.ts'

/** A field of a store's profiles: a system field with its column, or one of the store's own. */
export interface Field {
  id: number
  name: string
  display_name: string
  data_type: DataType
  kind: ValueKind
  type: 'system_profile' | 'custom_profile' | 'transform_profile'
  sensitive: boolean
  /** True while its values are being converted to another type: they are read-only and shown as text. */
  converting?: boolean
  /** Absent for the store's own fields: those lie in `custom`, keyed by id. */
  column?: SystemColumn
  /** Definition of a computed field. */
  formula?: ProfileFormula | null
  /** The only values of a text field. */
  choices?: readonly string[]
  /** True for custom match keys, whose values are also stored in profile_key. */
  matchKey?: boolean
}

/** Name of the field's column in lists and exported files. */
export const columnIdOf = ({ id, name, column }: Pick<Field, 'id' | 'name' | 'column'>): string =>
  column ? name : `field_${id}`

const systemOf = (language: Language): Field[] =>
  systemFields.map((field) => ({
    id: field.id,
    name: field.name,
    display_name: field[language],
    data_type: field.data_type,
    kind: field.kind,
    type: 'system_profile',
    sensitive: 'sensitive' in field,
    column: field.column,
  }))

const inBothLanguages = { th: systemOf('th'), en: systemOf('en') }

/** Returns all profile fields of the store: system fields in order, then custom ones by id. */
export async function fieldsOf(db: Db, storeId: number, language: Language): Promise<Field[]> {
  return fieldsIn(language, await ownFieldsOf(db, storeId))
}

/** The fields of the store's own, by id. */
export function ownFieldsOf(db: Db, storeId: number) {
  return db
    .selectFrom('profile_field')
    .select([
      'id',
      'field_name',
      'display_name',
      'data_type',
      'field_type',
      'sensitive',
      'match_key',
      'formula',
      'choices',
      'converting_to',
    ])
    .where('store_id', '=', storeId)
    .orderBy('id')
    .execute()
}

/** Custom and system fields with their names in a language. */
export function fieldsIn(language: Language, own: Awaited<ReturnType<typeof ownFieldsOf>>): Field[] {
  const sensitive = new Set(
    [...inBothLanguages[language], ...own].flatMap((field) => (field.sensitive ? field.id : [])),
  )
  return [
    ...inBothLanguages[language],
    ...own.map((field) => ({
      id: field.id,
      name: field.field_name,
      display_name: field.display_name,
      ...typeNow(field),
      type: field.field_type,
      // A result computed from a hidden value would reveal it.
      sensitive: field.sensitive || (isOfProfile(field.formula) && sensitive.has(field.formula.field_id)),
      ...(field.formula && { formula: field.formula }),
      ...(field.choices && { choices: field.choices }),
      matchKey: field.match_key,
    })),
  ]
}

/** Type as which values can be read now. */
export function typeNow({ data_type, converting_to }: { data_type: DataType; converting_to: DataType | null }) {
  const type = converting_to === null ? data_type : 'String'
  return { data_type: type, kind: kindOfType[type], ...(converting_to !== null && { converting: true }) }
}

const isOfProfile = (formula: ProfileFormula | null) =>
  formula !== null && (formula.function === 'age' || formula.function === 'days_since')
