import type { Change } from '@ruam/contract/customers/history.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Field } from '../fields/fields.ts'
import { HIDDEN, masked, type Value } from '../profiles/masking.ts'
import type { Entry } from './queries.ts'
import type { sourceNames } from './source-names.ts'

const texts = {
  field: { th: 'ฟิลด์ที่ถูกลบแล้ว', en: 'A deleted field' },
  label: { th: 'ป้ายกำกับที่ถูกลบแล้ว', en: 'A deleted label' },
} as const

/** Context for showing changes. */
interface HistoryShown {
  fields: readonly Field[]
  /** Label names, by id. */
  labels: ReadonlyMap<number, string>
  nameOf: Awaited<ReturnType<typeof sourceNames>>
  /** The profile whose history it is, and its values. */
  profileId: number
  now: ReadonlyMap<number, Value>
  /** True if the caller may see sensitive values. */
  unmasked: boolean
  language: Language
  /** The one field that was asked for. */
  only?: number | undefined
}

/** A change as calls answer it. `given`: labels that stand elsewhere than in its changes. */
export function viewEntry(entry: Entry, given: readonly number[], shown: HistoryShown): Change {
  const own = entry.profile_id === shown.profileId
  const merge = entry.changes.merged ?? entry.changes.merged_into
  return {
    id: entry.id,
    at: entry.at,
    source: shown.nameOf(entry),
    kind: kindOf(entry),
    other_profile_id: merge ? Number(merge[0] ?? merge[1]) : own ? null : entry.profile_id,
    fields: revertableChangesOf(entry, own, shown),
    labels: shown.only === undefined ? labelChangesOf(entry, given, shown) : [],
  }
}

function kindOf({ changes, source, made }: Entry): Change['kind'] {
  if (made) return 'created'
  const merge = changes.merged ?? changes.merged_into
  if (merge) return merge[1] === null ? 'unmerged' : 'merged'
  if (source === 'undo') return 'undone'
  if (changes.deleted) return changes.deleted[1] === true ? 'deleted' : 'restored'
  return Object.keys(changes).some(isField) ? 'changed' : 'labelled'
}

const isField = (key: string) => /^\d+$/.test(key)

/** Values of a change before and after, masked without the right to see them. */
export const fieldChangesOf = (
  changes: Entry['changes'],
  { fields, unmasked, language }: Pick<HistoryShown, 'fields' | 'unmasked' | 'language'>,
  isShown = isField,
) =>
  Object.entries(changes)
    .filter(([key]) => isShown(key))
    .map(([key, [before, after]]) => {
      const field = fields.find(({ id }) => id === Number(key))
      // A deleted field may have been sensitive.
      const hide = (field?.sensitive ?? true) && !unmasked
      const show = (value: unknown) => (hide ? maskOf(field, value as Value) : (value as Value))
      const display_name = field?.display_name ?? texts.field[language]
      return { field, display_name, before: show(before), after: show(after), masked: hide, stored: before }
    })

function revertableChangesOf({ changes, made }: Entry, own: boolean, shown: HistoryShown) {
  const { only, now } = shown
  const isShown = (key: string) => (only === undefined ? isField(key) : key === String(only))
  return fieldChangesOf(changes, shown, isShown).map(({ field, stored, ...change }) => {
    const writable = own && !made && !change.masked && field !== undefined && field.type !== 'transform_profile'
    return { field_id: field?.id ?? null, ...change, revertible: writable && stored !== now.get(field.id) }
  })
}

/** Returns a value as seen without the right; for deleted fields only that it existed. */
const maskOf = (field: Field | undefined, value: Value): Value =>
  field ? masked(field, value) : value === null ? null : HIDDEN

function labelChangesOf({ changes }: Entry, given: readonly number[], { labels, language }: HistoryShown) {
  const changed = Object.entries(changes).flatMap(([key, [, has]]) => {
    const id = /^label:(\d+)$/.exec(key)?.[1]
    return id === undefined ? [] : [{ id: Number(id), added: has === true }]
  })
  const all = [...changed, ...given.map((id) => ({ id, added: true }))]
  return all.map(({ id, added }) => ({ id, name: labels.get(id) ?? texts.label[language], added }))
}
