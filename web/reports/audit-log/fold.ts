import type { AuditRow } from './audit-row.ts'

type Act = Pick<AuditRow, 'id' | 'action' | 'subjectId'>

/** One line of the log: failed attempts in a row with their number, or an export with its start and its downloads. */
interface Item<Row> {
  row: Row
  times: number
  /** Further acts of the export. */
  others: Row[]
}

const exportActs = ['export_completed', 'export_cancelled', 'export_downloaded', 'export_started']

const repeats = (one: Act, other: Act) =>
  one.action === 'sign_in_refused' && other.action === one.action && other.subjectId === one.subjectId

/** Folds acts of a day, the newest first. */
export function fold<Row extends Act>(rows: readonly Row[]): Item<Row>[] {
  const items: Item<Row>[] = []
  const exported = new Map<string, Item<Row>>()
  for (const row of rows) {
    const last = items.at(-1)
    const known = row.subjectId !== null && exportActs.includes(row.action) ? exported.get(row.subjectId) : undefined
    if (known) {
      known.others.push(row)
      // Its end says most about it.
      const all = [known.row, ...known.others]
      known.row = all.toSorted((a, b) => exportActs.indexOf(a.action) - exportActs.indexOf(b.action))[0]!
      known.others = all.filter((one) => one !== known.row)
    } else if (last && repeats(last.row, row)) last.times++
    else {
      const item = { row, times: 1, others: [] }
      items.push(item)
      if (row.subjectId !== null && exportActs.includes(row.action)) exported.set(row.subjectId, item)
    }
  }
  return items
}
