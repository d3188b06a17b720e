import type { FurtherName } from '@ruam/contract/customers/further-names.ts'
import type { Profile } from '@ruam/contract/customers/profiles.ts'
import type { Db } from '../../database/db.ts'
import { computedValues } from '../fields/computed.ts'
import type { Field } from '../fields/fields.ts'
import { contactsOf } from './contacts.ts'
import { furtherNamesOf } from './further-names.ts'
import { HIDDEN, type MaskedValue, type Sight } from './masking.ts'
import { fieldValue, type LabelChip, labelsOf, type ProfileRow } from './queries.ts'

/** Context for showing profiles: reader and fields. */
export interface ProfileReading {
  fields: Field[]
  sight: Sight
  /** Segments that are closed to the reader. */
  closed: ReadonlySet<number>
  /** As one alone: fields without a value are named, and so are labels that are not displayed in lists. */
  withEmpty: boolean
}

/** Rows of profiles as calls answer them. */
export async function viewProfiles(
  db: Db,
  storeId: number,
  rows: ProfileRow[],
  shown: ProfileReading,
): Promise<Profile[]> {
  const { fields, withEmpty } = shown
  const ids = rows.map((row) => row.id)
  const labels = Map.groupBy(await labelsOf(db, storeId, ids, withEmpty), (label) => label.profile_id)
  const computed = await computedValues(db, storeId, ids, fields)
  const contacts = withEmpty ? await contactsOf(db, storeId, ids) : undefined
  const names = withEmpty ? await furtherNamesOf(db, storeId, ids) : undefined
  return rows.map((row) => {
    const { id } = row
    const beside = { computed: computed.get(id), contacts: contacts?.get(id), names: names?.get(id) }
    return profileAnswer(row, { labels: labels.get(id) ?? [], ...beside }, shown)
  })
}

/** Data of a profile beyond its row. */
interface Beside {
  labels: readonly LabelChip[]
  computed?: Record<string, MaskedValue> | undefined
  /** Further values by field. */
  contacts?: ReadonlyMap<number, string[]> | undefined
  names?: readonly FurtherName[] | undefined
}

/** A row as calls answer it. */
export function profileAnswer(
  row: ProfileRow,
  { labels, computed, contacts, names }: Beside,
  { fields, sight, closed, withEmpty }: ProfileReading,
): Profile {
  // Keys are set one by one: a spread of nothing costs more than the rest of a value.
  const values: Profile['fields'] = []
  for (const field of fields) {
    const isClosed = field.sensitive && sight.mode === 'closed'
    const value = isClosed ? HIDDEN : field.formula ? (computed?.[field.id] ?? null) : fieldValue(row, field)
    if (value === null && !withEmpty) continue
    const hide = isClosed || (field.sensitive && sight.mode === 'veiled' && value !== null)
    const further = contacts?.get(field.id)
    const { id, name, display_name, data_type, type, choices } = field
    const shown = sight.value(field, value, row.id)
    const one: Profile['fields'][number] = { id, name, display_name, data_type, type, value: shown }
    if (hide) one.masked = true
    if (withEmpty && choices) one.choices = [...choices]
    if (further && !isClosed)
      one.further = further.map((text) => (hide ? HIDDEN : (sight.value(field, text, row.id) as string)))
    values.push(one)
  }
  return {
    id: row.id,
    fields: values,
    labels: labels.flatMap(({ id, name, color, type, display_enabled }) =>
      closed.has(id)
        ? []
        : {
            id,
            name,
            color,
            type,
            ...(!display_enabled && { display_enabled }),
          },
    ),
    ...(names && names.length > 0 && { further_names: [...names] }),
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.deleted_at !== null && { deleted_at: row.deleted_at }),
    ...(row.restricted_at !== null && { restricted_at: row.restricted_at }),
  }
}
