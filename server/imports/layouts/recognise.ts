import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { normalizeHeader } from '../../formats/files/normalize-header.ts'
import type { Layout, Meaning } from './layout.ts'
import { layouts } from './layouts.ts'

interface Column {
  id: string
  name: string
  facts: ColumnFacts
}

/** A layout that a file has. */
export interface RecognisedLayout {
  id: string
  name: Record<Language, string>
  /** Meanings by the id of the column. */
  meanings: ReadonlyMap<string, Meaning>
}

/** Minimum share of a layout's columns in the file: programs add and drop a few with each version. */
const MOST = 0.6

/** Facts that at least half of the cells must have. Text that a layout takes for a day or an amount is another file. */
const neededFacts: Partial<Record<Meaning, 'days' | 'numbers' | 'lineUserIds'>> = {
  order_date: 'days',
  line_amount: 'numbers',
  order_total: 'numbers',
  lineUserId: 'lineUserIds',
}

interface Place {
  layout: string
  /** Position in the layout: headers of several languages share one. */
  index: number
  meaning: Meaning
}

const all: [id: string, layout: Layout][] = Object.entries(layouts)
const columnsOf = ({ columns, notNeeded }: Layout): Layout['columns'] => [
  ...columns,
  ...(notNeeded?.split('|') ?? []).map((header) => ['not_needed', header.trim()] as const),
]
const placesByHeader = Map.groupBy(
  all.flatMap(([layout, one]) =>
    columnsOf(one).flatMap(([meaning, ...headers], index) =>
      headers.map((header) => ({ header: normalizeHeader(header), layout, index, meaning })),
    ),
  ),
  ({ header }) => header,
)
const openings = new Map(all.flatMap(([id, { opensWith = [] }]) => opensWith.map((one) => [normalizeHeader(one), id])))

/**
 * Returns the layout of a file by the share of the layout's headers in it and by the contents of their columns. Null if none fits, or if
 * several do and none of them explains all that the others do.
 */
export function layoutOf(columns: readonly Column[]): RecognisedLayout | null {
  const found = new Map<string, Map<number, [column: string, meaning: Meaning]>>()
  const opening = columns[0] && openings.get(normalizeHeader(columns[0].name))
  if (opening) found.set(opening, new Map([[-1, [columns[0]!.id, 'not_needed']]]))
  const contradicted = new Set<string>()
  for (const { id, name, facts } of columns) {
    for (const { layout, index, meaning } of (placesByHeader.get(normalizeHeader(name)) ?? []) as Place[]) {
      const places = found.get(layout) ?? new Map()
      if (!places.has(index)) found.set(layout, places.set(index, [id, meaning]))
      const needed = neededFacts[meaning]
      if (needed && facts[needed] * 2 < facts.filled) contradicted.add(layout)
    }
  }
  const fitting = all.flatMap(([id, layout]) => {
    const places = found.get(id)
    if (!places || contradicted.has(id)) return []
    const fits = layout.opensWith ? places.has(-1) : places.size >= columnsOf(layout).length * MOST
    return fits ? [{ id, name: layout.name, meanings: new Map(places.values()) }] : []
  })
  const best = fitting.toSorted((a, b) => b.meanings.size - a.meanings.size)[0]
  if (!best) return null
  const isLess = ({ meanings }: RecognisedLayout) =>
    meanings.size < best.meanings.size && [...meanings.keys()].every((column) => best.meanings.has(column))
  return fitting.every((one) => one === best || isLess(one)) ? best : null
}
