import type { PathKind } from '@ruam/contract/open-api/connector-states.ts'
import { cleanText } from '../../core/clean-text.ts'
import { keyText } from '../../imports/run/plan.ts'

/** A value of an item as a cell. `kind`: null for a value that is null, or an empty list. */
interface Cell {
  text: string
  kind: PathKind | null
}

/** A row of an item: its cells by path. */
export type Cells = ReadonlyMap<string, Cell>

interface ItemRow {
  /** Place in the array of `each`; null if the item is one row. */
  place: number | null
  cells: Cells
}

/** Objects within each other; deeper ones are JSON text. */
const MAX_DEPTH = 20

type Item = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the rows of an item: one, or one for each object in its array at `each`, with all that stands outside the array. Undefined if
 * the item is no object. Keys are data: `__proto__` is one like any other.
 */
export function rowsOfItem(item: unknown, each: string | null): ItemRow[] | undefined {
  if (!isObject(item)) return undefined
  const common = new Map<string, Cell>()
  const elements: unknown[] = []
  visit(item, '', 0, { cells: common, each, elements })
  if (elements.length === 0) return [{ place: null, cells: common }]
  return elements.map((element, place) => {
    const cells = new Map(common)
    if (isObject(element)) visit(element, `${each}.`, 1, { cells, each: null, elements: [] })
    else noteValue(cells, each!, element)
    return { place, cells }
  })
}

interface Visit {
  cells: Map<string, Cell>
  each: string | null
  elements: unknown[]
}

function visit(object: Item, prefix: string, depth: number, into: Visit): void {
  for (const key of Object.keys(object)) {
    const path = prefix + pathPart(key)
    const value = object[key]
    if (path === into.each && isObjects(value)) into.elements.push(...value)
    else if (isObject(value) && depth < MAX_DEPTH) visit(value, `${path}.`, depth + 1, into)
    else noteValue(into.cells, path, value)
  }
}

function noteValue(cells: Map<string, Cell>, path: string, value: unknown): void {
  cells.set(path, cellOf(value))
}

/** An array with an object in it. */
const isObjects = (value: unknown): value is unknown[] => Array.isArray(value) && value.some(isObject)

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return { text: '', kind: null }
  if (typeof value === 'string') return { text: cleanText(value), kind: 'text' }
  if (typeof value === 'number') return { text: keyText(value) ?? '', kind: 'number' }
  if (typeof value === 'boolean') return { text: String(value), kind: 'boolean' }
  if (isObjects(value)) return { text: json(value), kind: 'objects' }
  if (!Array.isArray(value)) return { text: json(value), kind: 'text' }
  const plain = value.filter((one) => one !== null)
  if (plain.length === 0) return { text: '', kind: null }
  const texts = plain.map((one) => (Array.isArray(one) ? json(one) : cellOf(one).text))
  return { text: texts.join(', '), kind: 'list' }
}

const json = (value: unknown) => cleanText(JSON.stringify(value))

/** A key as part of a path: dots separate parts, so that one in a key gets a backslash. */
const pathPart = (key: string): string => (key === '' ? '""' : cleanText(key).replace(/[\\.]|^""$/g, '\\$&'))

/** Splits a path into its keys. */
export function keysOfPath(path: string): string[] {
  const parts = path.match(/(?:\\.|[^.\\])+/gsu) ?? []
  return parts.map((part) => (part === '""' ? '' : part.replace(/\\(.)/gsu, '$1')))
}
