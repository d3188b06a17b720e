import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type DataType, type SystemField, systemFields } from '@ruam/contract/platform/system-fields.ts'
import { useMemo } from 'react'
import { useRead } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useMayCall } from '../../ui/may.ts'
import type { ListedProfile } from './values.ts'

/** A field as the list needs it: as a column, an order, and something to set on many. */
export interface ListField {
  id: number
  name: string
  title: string
  dataType: DataType
  /** `citizenId`, or `field_1001` of the store's own. */
  columnId: string
  /** Name of the order. */
  sort: string
  own: boolean
  sensitive: boolean
  /** Calculated by the system; cannot be set. */
  computed: boolean
  /** The only values of a text field. */
  choices?: readonly string[] | undefined
}

function systemIn(language: 'th' | 'en'): ListField[] {
  return systemFields.map((field: SystemField) => ({
    id: field.id,
    name: field.name,
    title: field[language],
    dataType: field.data_type,
    columnId: field.name,
    sort: field.column,
    own: false,
    sensitive: field.sensitive ?? false,
    computed: false,
  }))
}
const inBoth = { th: systemIn('th'), en: systemIn('en') }

/** The system's fields, in the person's language. */
export const useSystemFields = () => inBoth[usePreferences().language]

interface Own {
  id: number
  name: string
  displayName: string
  dataType: DataType
  type: string
  sensitive?: boolean
  choices?: readonly string[] | null | undefined
}

const ownField = ({ id, name, displayName, dataType, type, sensitive = false, choices }: Own): ListField => ({
  id,
  name,
  title: displayName,
  dataType,
  columnId: `field_${id}`,
  sort: `field_${id}`,
  own: true,
  sensitive,
  computed: type === 'transform_profile',
  choices: choices ?? undefined,
})

/**
 * The store's own fields; undefined until they are known. Who may not read the list of fields learns them from any profile of
 * the page, which names all there are.
 */
export function useOwnFields(enabled: boolean, anyProfile: number | undefined): ListField[] | undefined {
  const mayList = useMayCall(profileFields.list)
  const listed = useRead(
    profileFields.list,
    { query: { offset: 0, limit: 0, sortBy: 'id', sortDir: 'asc' } },
    { enabled: enabled && mayList, staleTime: 60_000 },
  ).data
  const some = useRead(
    profiles.get,
    { params: { id: anyProfile ?? 0 } },
    { enabled: enabled && !mayList && anyProfile !== undefined, staleTime: 60_000 },
  ).data
  return useMemo(() => {
    if (mayList)
      return listed?.data
        .filter((field) => field.fieldType !== 'system_profile')
        .map((field) => ownField({ ...field, name: field.fieldName, type: field.fieldType }))
    return some?.fields.filter((field) => field.type !== 'system_profile').map(ownField)
  }, [mayList, listed, some])
}

/** The store's own fields that have a value on a page. */
export function ownFieldsIn(rows: readonly ListedProfile[]): ListField[] {
  const found = new Map<number, ListField>()
  for (const { fields } of rows) {
    for (const field of fields) {
      if (field.type !== 'system_profile' && !found.has(field.id)) found.set(field.id, ownField(field))
    }
  }
  return [...found.values()].sort((a, b) => a.id - b.id)
}
