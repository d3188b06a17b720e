import type { dataSources } from '@ruam/contract/data-sources.ts'
import type { Got, Sending } from '../core/api.ts'

export type MappingAnswer = Got<typeof dataSources.getMapping>
export type MappingSent = Sending<typeof dataSources.putMapping>['body']
export type Suggestion = MappingAnswer['sourceMapping'][number]
export type Overwrite = MappingAnswer['mapping'][number]['overwrite']
export type MatchMode = MappingAnswer['match']['mode']

export interface DraftRow {
  /** The field the column feeds; null when it is left out. */
  target: number | null
  overwrite: Overwrite
  /** Somebody has looked at it. */
  reviewed: boolean
}

/** A mapping while it is being made. */
export interface Draft {
  /** By column id. */
  rows: Readonly<Record<string, DraftRow>>
  /** Field ids in the order they are asked; those whose field no column feeds wait until one does. */
  keys: readonly number[]
  mode: MatchMode
}

/** The draft to begin with: the saved mapping, or what is suggested. */
export function draftOf({ sourceSchema, mapping, match, saved }: MappingAnswer): Draft {
  const rows = sourceSchema.map(({ id }): [string, DraftRow] => {
    const row = mapping.find(({ sourceSchemaId }) => sourceSchemaId === id)
    return [id, { target: row?.destinationId ?? null, overwrite: row?.overwrite ?? 'always', reviewed: saved }]
  })
  return { rows: Object.fromEntries(rows), keys: match.keys, mode: match.mode }
}

export function changeRow(draft: Draft, column: string, change: Partial<DraftRow>): Draft {
  const row = draft.rows[column]
  return row ? { ...draft, rows: { ...draft.rows, [column]: { ...row, reviewed: true, ...change } } } : draft
}

/** Whether a column waits for somebody to look at it. */
export const isWaiting = (row: DraftRow, { reason }: Pick<Suggestion, 'reason'>) =>
  !row.reviewed && (reason === 'ambiguous' || reason === 'vetoed')

/** Why a column is where it is: as suggested, or as somebody chose. */
export function reasonOf(
  row: DraftRow,
  { reason, destinationId }: Suggestion,
): Suggestion['reason'] | 'chosen' | 'left' {
  if (!row.reviewed || (row.target === destinationId && row.target !== null)) return reason
  if (row.target !== null) return 'chosen'
  return reason === 'empty' ? 'empty' : 'left'
}

/** Columns that feed the same field as another one, each with that other column's id. */
export function clashesOf({ rows }: Pick<Draft, 'rows'>): ReadonlyMap<string, string> {
  const first = new Map<number, string>()
  const clashes = new Map<string, string>()
  for (const [column, { target }] of Object.entries(rows)) {
    if (target === null) continue
    const other = first.get(target)
    if (other === undefined) first.set(target, column)
    else {
      clashes.set(column, other)
      if (!clashes.has(other)) clashes.set(other, column)
    }
  }
  return clashes
}

/** The fields that can tell customers apart and that a column feeds. */
export function candidatesOf(draft: Draft, { requireFields }: Pick<MappingAnswer, 'requireFields'>): number[] {
  const fed = new Set(Object.values(draft.rows).map(({ target }) => target))
  return requireFields.filter((id) => fed.has(id))
}

/** The keys that are in use. */
export const keysOf = (draft: Draft, candidates: readonly number[]) =>
  draft.keys.filter((key) => candidates.includes(key))

/** Puts a field at a place among the keys: one that stands elsewhere changes places with it; null takes the key away. */
export function placeKey(keys: readonly number[], place: number, field: number | null): number[] {
  if (field === null) return keys.toSpliced(place, 1)
  const elsewhere = keys.indexOf(field)
  const here = keys[place]
  if (elsewhere < 0) return keys.toSpliced(place, 1, field)
  return here === undefined ? [...keys] : keys.with(elsewhere, here).with(place, field)
}

/** What keeps a mapping from being saved. */
export function problemOf(draft: Draft, keys: readonly number[]) {
  if (Object.values(draft.rows).every(({ target }) => target === null)) return 'columnsNeeded'
  if (clashesOf(draft).size > 0) return 'clashNeeded'
  return keys.length === 0 ? 'keysNeeded' : undefined
}

/** The draft as it is saved. */
export function bodyOf(draft: Draft, keys: readonly number[], fields: MappingAnswer['profileFields']): MappingSent {
  const mapping = Object.entries(draft.rows).flatMap(([sourceSchemaId, { target, overwrite }]) => {
    const field = fields.find(({ id }) => id === target)
    if (!field) return []
    const destinationType =
      field.fieldType === 'system_profile' ? ('system_profile' as const) : ('custom_profile' as const)
    return [{ sourceSchemaId, destinationId: field.id, destinationType, overwrite }]
  })
  return { mapping, match: { keys: [...keys], mode: draft.mode } }
}

/** A field name out of a column's header, where it is written in Latin letters; empty where somebody has to say it. */
export function fieldNameOf(header: string): string {
  const words = header.match(/[A-Za-z0-9]+/g) ?? []
  if (/[^\s!-~]/.test(header) || words.length === 0) return ''
  const [first = '', ...rest] = words
  // customerID and EMail keep their inner capitals; a word of capitals alone becomes small.
  const head = /^[A-Z0-9]+$/.test(first) ? first.toLowerCase() : first.charAt(0).toLowerCase() + first.slice(1)
  const name = head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[a-z]/.test(name) ? name.slice(0, 63) : ''
}
