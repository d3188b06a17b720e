import { canonicalLabel, isLabelName, isReservedLabel } from '../../customers/labels/label-name.ts'
import { labelsNamed, type NamedLabel } from '../../customers/labels/make-labels.ts'
import type { Db } from '../../database/db.ts'
import { isEmptyCell, withoutGuard } from '../../formats/values/values.ts'
import type { ReadRow, UnreadCell } from './decided-rows.ts'
import type { Plan } from './plan.ts'

/** Labels that one file may bring into a store: a column that names more is hardly one of labels. */
export const MAX_NEW_LABELS = 200

/** Thrown where a file names too many labels that are not there. */
export class TooManyLabels extends Error {}

/** Meanings of label names met in a file. */
export interface LabelBook {
  /** By the name as a row has it. */
  keys: Map<string, string>
  /** By key; a label that is still to be made has no id, one that only a dry run would make a negative one. */
  labels: Map<string, Pick<NamedLabel, 'name' | 'id' | 'segment'>>
}

export const labelBook = (): LabelBook => ({ keys: new Map(), labels: new Map() })

/** Notes the labels that the batches of a dry run before would have made, with their numbers. */
export async function noteMadeLabels(db: Db, storeId: number, book: LabelBook, made: readonly string[]) {
  const named = await labelsNamed(db, storeId, [...made])
  const byName = new Map(named.map((label) => [label.name, label]))
  for (const [place, name] of made.entries()) {
    const label = byName.get(name)
    if (label) book.labels.set(label.key, { name, id: -(place + 1), segment: label.segment })
  }
}

const QUOTED = /^(["'“”‘’])(.*)["'“”‘’]$/s

/** Returns the names in a cell: between commas or semicolons, quoted or not, or as a JSON list. `ours`: an export has joined them by commas. */
function namesIn(cell: string, ours: boolean): string[] {
  if (ours) return cell.split(',')
  const list = /^\s*([[{])(.*)[\]}]\s*$/s.exec(cell)
  const parsed = list?.[1] === '[' ? jsonList(cell) : null
  if (parsed) return parsed
  return (list?.[2] ?? cell).split(/[,;\n]/).map((part) => QUOTED.exec(part.trim())?.[2] ?? part)
}

function jsonList(cell: string): string[] | null {
  try {
    const read: unknown = JSON.parse(cell)
    return Array.isArray(read) ? read.filter((one) => ['string', 'number'].includes(typeof one)).map(String) : null
  } catch {
    return null
  }
}

/** The names of labels in a row's cells, each once. */
export function readLabels({ columns, ours }: NonNullable<Plan['rowLabels']>, cells: readonly string[]) {
  const names = new Set<string>()
  const unread: UnreadCell[] = []
  for (const column of columns) {
    const cell = cells[column]!
    if (isEmptyCell(cell)) continue
    for (const part of namesIn(withoutGuard(cell), ours === true)) {
      const name = canonicalLabel(part)
      if (name === '' || isReservedLabel(name)) continue
      if (isLabelName(name)) names.add(name)
      else {
        unread.push({ failure: 'label_name_wrong', column: column + 1, value: cell })
        break
      }
    }
  }
  return { names: [...names], unread }
}

/** Looks up the names of a batch; a row that names a segment can't be taken. Throws TooManyLabels. */
export async function lookUpLabels(
  db: Db,
  storeId: number,
  plan: Plan,
  book: LabelBook,
  rows: readonly ReadRow[],
): Promise<ReadRow[]> {
  const unknown = new Set<string>()
  for (const row of rows)
    if ('values' in row) for (const name of row.labels ?? []) if (!book.keys.has(name)) unknown.add(name)
  for (const { name, key, id, segment } of await labelsNamed(db, storeId, [...unknown])) {
    book.keys.set(name, key)
    if (!book.labels.has(key)) book.labels.set(key, { name, id, segment })
  }
  if (plan.rowLabels!.makes && unknown.size > 0) {
    const missing = [...book.labels.values()].filter(({ id, segment }) => !segment && (id === null || id < 0))
    if (missing.length > MAX_NEW_LABELS) throw new TooManyLabels()
  }
  return rows.map((row) => {
    if ('error' in row) return row
    const segment = row.labels?.find((name) => book.labels.get(book.keys.get(name)!)!.segment)
    if (segment === undefined) return row
    const column = plan.rowLabels!.columns[0]! + 1
    const cell = { failure: 'label_is_segment' as const, column, value: segment }
    if (plan.strict) return { no: row.no, error: cell }
    const labels = row.labels!.filter((name) => !book.labels.get(book.keys.get(name)!)!.segment)
    return { ...row, labels, unread: [...(row.unread ?? []), cell] }
  })
}

/** The labels that a row's names stand for. */
export const rowLabelsOf = (book: LabelBook, names: readonly string[]) =>
  names.map((name) => book.labels.get(book.keys.get(name)!)!)
