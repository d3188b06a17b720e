import type { Change } from '@ruam/contract/customers/history.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Field } from '../fields/fields.ts'
import type { Closed } from '../profiles/closed.ts'
import { HIDDEN, type MaskedValue, type Sight } from '../profiles/masking.ts'
import type { Entry } from './queries.ts'
import type { sourceNames } from './source-names.ts'

const texts = {
  field: { th: 'ฟิลด์ที่ถูกลบแล้ว', en: 'A deleted field' },
  hidden: { th: 'ข้อมูลที่คุณไม่มีสิทธิ์ดู', en: 'Information you may not see' },
  label: { th: 'ป้ายกำกับที่ถูกลบแล้ว', en: 'A deleted label' },
  menu: { th: 'เมนูที่ถูกลบแล้ว', en: 'A deleted menu' },
  usual: { th: 'เมนูหลัก', en: 'The default menu' },
} as const

/** Context for showing changes. */
interface HistoryShown {
  fields: readonly Field[]
  /** Label names, by id. */
  labels: ReadonlyMap<number, string>
  /** Names of rich menus, by id. */
  menus: ReadonlyMap<number, string>
  nameOf: Awaited<ReturnType<typeof sourceNames>>
  /** The profile whose history it is, and its values. */
  profileId: number
  now: ReadonlyMap<number, MaskedValue>
  closed: Pick<Closed, 'fields' | 'segments'>
  sight: Sight
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
    menu: menuOf(entry, shown),
  }
}

function menuOf({ changes: { menu, menu_label } }: Entry, { menus, labels, language }: HistoryShown): Change['menu'] {
  if (!menu) return null
  const [, to] = menu
  if (to === null) return { name: texts.usual[language], label: null }
  const label = menu_label?.[1] ?? null
  return {
    name: menus.get(Number(to)) ?? texts.menu[language],
    label: label === null ? null : (labels.get(Number(label)) ?? texts.label[language]),
  }
}

function kindOf({ changes, source, made }: Entry): Change['kind'] {
  if (changes.menu) return 'menu'
  if (made) return 'created'
  const merge = changes.merged ?? changes.merged_into
  if (merge) return merge[1] === null ? 'unmerged' : 'merged'
  if (changes.restriction) return (changes.restriction[1] as 'restricted' | 'objected' | null) ?? 'unrestricted'
  if (source === 'undo') return 'undone'
  if (changes.deleted) return changes.deleted[1] === true ? 'deleted' : 'restored'
  return Object.keys(changes).some(isField) ? 'changed' : 'labelled'
}

const isField = (key: string) => /^\d+$/.test(key)

/** Values of a change before and after. Closed fields are left out, and so are deleted ones, which may have been sensitive. */
export const fieldChangesOf = (
  { changes, profile_id }: Pick<Entry, 'changes' | 'profile_id'>,
  {
    fields,
    closed,
    sight,
    language,
  }: Pick<HistoryShown, 'fields' | 'sight' | 'language'> & { closed: Pick<Closed, 'fields'> },
  isShown = isField,
) =>
  Object.entries(changes).flatMap(([key, [before, after]]) => {
    const field = fields.find(({ id }) => id === Number(key))
    const isHidden = field ? closed.fields.has(field.id) : closed.fields.size > 0
    if (!isShown(key) || isHidden) return []
    const display_name = field?.display_name ?? texts.field[language]
    const known = field ?? { id: Number(key), kind: 'text' as const, sensitive: true }
    const show = (value: unknown) => sight.value(known, value as MaskedValue, profile_id)
    return [{ field, display_name, before: show(before), after: show(after), masked: false, stored: before }]
  })

/** Placeholder of an entry whose changed fields are all closed. Names neither a field nor a value. */
const hiddenChange = (language: Language) => ({
  ...{ field_id: null, display_name: texts.hidden[language] },
  ...{ before: HIDDEN, after: HIDDEN, masked: true, revertible: false },
})

function revertableChangesOf(entry: Entry, own: boolean, shown: HistoryShown) {
  const { only, now, language } = shown
  const { made } = entry
  const isShown = (key: string) => (only === undefined ? isField(key) : key === String(only))
  const open = fieldChangesOf(entry, shown, isShown)
  const isOther = open.length === 0 && kindOf(entry) === 'changed' && only === undefined
  if (isOther) return [hiddenChange(language)]
  return open.map(({ field, stored, ...change }) => {
    const writable = own && !made && field !== undefined && field.type !== 'transform_profile'
    return { field_id: field?.id ?? null, ...change, revertible: writable && stored !== now.get(field.id) }
  })
}

function labelChangesOf({ changes }: Entry, given: readonly number[], { labels, language, closed }: HistoryShown) {
  const changed = Object.entries(changes).flatMap(([key, [, has]]) => {
    const id = /^label:(\d+)$/.exec(key)?.[1]
    return id === undefined || closed.segments.has(Number(id)) ? [] : [{ id: Number(id), added: has === true }]
  })
  const all = [...changed, ...given.map((id) => ({ id, added: true }))]
  return all.map(({ id, added }) => ({ id, name: labels.get(id) ?? texts.label[language], added }))
}
