import type { PathKind } from '@ruam/contract/open-api/connector-states.ts'
import { shortText } from '../../core/clean-text.ts'
import { type ColumnFacts, noFacts } from '../../formats/files/column-facts.ts'
import { factsOf, newColumn, noteCell } from '../../formats/files/note-cells.ts'
import { type Cells, keysOfPath } from './flatten.ts'

/** What items of a batch hold at a path. */
export interface ObservedPath {
  path: string
  kinds: PathKind[]
  items: number
  last_value: string | null
}

/** Characters of a value that is shown as the newest of its field. */
const SHOWN_LENGTH = 200

/** Characters of a path: longer ones are no field. */
export const MAX_PATH = 500

/** Gathers the paths of rows in the order in which they come. */
export function pathsIn(rows: readonly Cells[]): ObservedPath[] {
  const seen = new Map<string, ObservedPath>()
  for (const cells of rows) {
    for (const [path, { text, kind }] of cells) {
      const known = seen.get(path) ?? { path, kinds: [], items: 0, last_value: null }
      seen.set(path, known)
      if (kind === null) continue
      if (!known.kinds.includes(kind)) known.kinds.push(kind)
      known.items++
      known.last_value = shortText(text, SHOWN_LENGTH)
    }
  }
  return [...seen.values()]
}

/** Gathers the facts of fields, by place, from example rows. */
export function factsIn(paths: readonly string[], rows: readonly Cells[]): ColumnFacts[] {
  return paths.map((path) => {
    const column = newColumn()
    for (const cells of rows) noteCell(column, cells.get(path)?.text ?? '')
    return factsOf(column)
  })
}

/** Facts of a field that no example has: those of its newest value. */
export function factsOfValue(value: string | null): ColumnFacts {
  if (value === null) return noFacts()
  const column = newColumn()
  noteCell(column, value)
  return factsOf(column)
}

/** Keys around those of a person: `customer.mobile` is the phone of the customer, `shop.mobile` is not. */
const PERSON =
  /^(?:customers?|members?|users?|buyers?|clients?|contacts?|persons?|people|profiles?|payer|recipient|traits|context|billing|billing[_ ]?details|billing[_ ]?address|attributes|properties|data|payload|item|record|event|body|ลูกค้า|สมาชิก|ผู้ซื้อ|ผู้ใช้|ข้อมูล)$/i

/** Title by which the mapping step guesses what a field is: its last key, unless the keys around it say that it is about another thing. */
export function titleOfPath(path: string): string {
  const keys = keysOfPath(path)
  const around = keys.slice(0, -1)
  return around.every((key) => PERSON.test(key.trim())) ? (keys.at(-1) ?? path) : keys.join(' ')
}
