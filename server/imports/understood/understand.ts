import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'
import { type LoadedFile, openRows } from '../../formats/files/rows.ts'
import { dayAt } from '../../formats/values/time-zones.ts'
import type { Storage } from '../../storage/storage.ts'
import { isActivityRow, type Targets } from '../data-sources/targets.ts'
import { isTotalRow } from '../orders/order-key.ts'
import type { ReadRow } from '../run/decided-rows.ts'
import type { ReadingOptions } from '../run/field-readers.ts'
import { keyText, type Plan, planOf } from '../run/plan.ts'
import { rowReader } from '../run/read-rows.ts'
import { People, type Who } from './people.ts'
import { Purchases } from './purchases.ts'

/** Rows that are counted exactly: reading them takes about two seconds. Figures of longer files are estimates. */
const MOST_ROWS = 100_000
const BATCH_ROWS = 2500
const FIRST = 3

interface DescribedFile {
  storage: Storage
  file: LoadedFile & { facts: readonly ColumnFacts[] }
  rows: number
}

/** A mapping with the valid references of its store, and its field of amounts; null without purchases. */
interface DescribedMapping {
  body: MappingBody
  targets: Targets
  amount: number | null
  /** Field of order numbers. */
  orderNumber: number | null
  /** Column (its id) that a new field is proposed for. */
  newKey: string | null
}

/** Reads a file as an import with this mapping would, and counts what is in it. Nothing is compared with the store. */
export async function understand(
  { storage, file, rows }: DescribedFile,
  { body, targets, amount, orderNumber, newKey }: DescribedMapping,
  options: ReadingOptions,
) {
  const plan = planOf({ ...body, lines: null, unreadable_cells: 'empty' }, targets)
  // Without keys no row fails for the want of one: those are counted apart.
  const read = rowReader({ ...plan, keys: [], number: null, rowLabels: null }, file.facts, options)
  const people = new People()
  const keys = body.match.keys.map((field_id) => ({ field_id, usable: 0, deciding: 0 }))
  const names = namesOf(plan, body)
  const unread = new Map<number, number>()
  const first: { key: string; name: string; contact: string }[] = []
  const dated = body.mapping.find((row) => row.destination_id === activityDate.id && isActivityRow(row))
  const buys = amount !== null && dated !== undefined && body.activity_id !== null
  const purchases = buys
    ? new Purchases(body, { amount, orderNumber }, Math.min(rows, MOST_ROWS), (at) => dayAt(at, options.timeZone))
    : null
  const ofRow = [
    ...plan.keys.map((key) => plan.fields[key]!.column),
    ...(dated ? [Number(dated.source_schema_id) - 1] : []),
  ]
  let counted = 0
  let failing = 0
  let keyless = 0
  let byNewKey = 0

  for await (const batch of openRows(storage, file, 0, BATCH_ROWS)) {
    for (const [index, cells] of batch.rows.entries()) {
      if (counted >= MOST_ROWS) break
      counted++
      if (purchases?.order && isTotalRow(cells, purchases.order, ofRow)) continue
      const row = read(batch.firstRow + index, cells)
      if (!('values' in row)) {
        failing++
        if (row.error.column > 0) unread.set(row.error.column, (unread.get(row.error.column) ?? 0) + 1)
        continue
      }
      for (const { column } of row.unread ?? []) unread.set(column, (unread.get(column) ?? 0) + 1)
      const who = whoIs(plan, row)
      if (plan.number !== null && cells[plan.number]) who.keys.unshift(`number ${cells[plan.number]}`)
      const code = newKey === null ? '' : (cells[Number(newKey) - 1] ?? '').trim()
      if (code !== '') {
        byNewKey++
        who.keys.unshift(`new ${code}`)
      }
      for (const place of who.usable) keys[place]!.usable++
      if (who.usable[0] !== undefined && code === '') keys[who.usable[0]]!.deciding++
      names?.note(row, cells)
      if (who.keys.length === 0 && !body.every_row_is_new) keyless++
      if (who.keys.length > 0 || body.every_row_is_new) {
        people.add(who.keys, who.name)
        if (first.length < FIRST && people.count > first.length)
          first.push({ key: who.keyText, name: who.name, contact: who.contact })
      }
      purchases?.note(batch.firstRow + index, cells, row, who)
    }
    if (counted >= MOST_ROWS) break
  }
  const scale = counted > 0 && counted < rows ? rows / counted : 1
  return {
    rows,
    read: counted,
    customers: { count: Math.round(people.count * scale), exact: people.exact && scale === 1 },
    keys,
    new_key: newKey === null ? null : byNewKey,
    keyless: { count: keyless, sum: purchases?.keylessSum ?? '0' },
    names: names?.found() ?? null,
    first,
    purchases: purchases?.view() ?? null,
    failing,
    unread: [...unread].map(([column, count]) => ({ column: String(column), count })),
  }
}

const nameColumns = [
  ['first_name', 'last_name'],
  ['first_name_en', 'last_name_en'],
] as const

function whoIs(plan: Plan, row: ReadRow & { values: unknown[] }): Who {
  const textOf = (column: string) => {
    const place = plan.fields.findIndex(({ field }) => field.column === column)
    const value = place < 0 ? null : row.values[place]
    return typeof value === 'string' ? value : ''
  }
  const usable: number[] = []
  const keys = plan.keys.flatMap((place, at) => {
    const text = place < 0 ? null : keyText((row.values[place] ?? null) as string | null)
    if (text === null) return []
    usable.push(at)
    return [`${plan.fields[place]!.field.id} ${text}`]
  })
  const name =
    nameColumns.map((parts) => parts.map(textOf).filter(Boolean).join(' ')).find((text) => text !== '') ??
    textOf('company')
  const contact = textOf('phone') || textOf('email')
  const text = keys[0]?.slice(keys[0].indexOf(' ') + 1) ?? ''
  return { keys, usable, keyText: text, name, contact }
}

/** Counts how whole names of a column are split. */
function namesOf(plan: Plan, body: MappingBody) {
  const part = (one: MappingBody['mapping'][number]['part']) =>
    plan.fields.findIndex((field) => field.part === one && body.mapping.some((row) => row.part === one))
  const [prefix, given, family] = [part('prefix'), part('first_name'), part('last_name')]
  if (given < 0 || family < 0) return null
  const found = { split: 0, alone: 0, cell: '', parts: [] as string[] }
  return {
    note(row: ReadRow & { values: unknown[] }, cells: readonly string[]) {
      const parts = [prefix, given, family].map((place) => (place < 0 ? null : row.values[place]))
      if (parts[1] === null) return
      if (parts[2] === null) found.alone++
      else found.split++
      const texts = parts.filter((one): one is string => typeof one === 'string' && one !== '')
      // A name with a title shows most.
      if (texts.length > found.parts.length) {
        found.cell = cells[plan.fields[given]!.column] ?? ''
        found.parts = texts
      }
    },
    found: () => (found.split + found.alone > 0 ? found : null),
  }
}
