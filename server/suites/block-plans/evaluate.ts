import { drawn, type Executed } from './reads.ts'

/** Rows that a look-up by key may read. Without statistics a 200th of a table is taken for one row, so any index of a small one will do. */
const LOOKUP_ROWS = 200
/** Maximum pages of a lookup without those of its rows: levels of an index, and dead versions of a row. */
const LOOKUP_PAGES = 8
/** Reads per person of the block: a person has that many values and keys. */
const SHARE = 40
/** Loops from which on a scan is a lookup: fewer are blocks, each of which may read the store. */
const MANY_LOOPS = 100
const TIMES_ANALYSED = 3

const shown = (count: number) => Math.round(count).toLocaleString('en')

/** Returns a message for each statement that read a set or a store per row, in acts over blocks of `people`. */
export function loopsIn(statements: readonly Executed[], people: number): string[] {
  const most = SHARE * people
  return statements.flatMap((statement) => {
    for (const { name, loops, rows, unjoined, pages } of statement.nodes.values()) {
      if (unjoined > most) return [message(statement, `${name} compares ${shown(unjoined)} pairs in vain`)]
      if (loops < MANY_LOOPS) continue
      if (rows > most && rows / loops > LOOKUP_ROWS)
        return [message(statement, `${name} reads ${shown(rows)} rows in ${shown(loops)} loops`)]
      if (pages > most && pages / loops > LOOKUP_PAGES + 2 * (rows / loops))
        return [message(statement, `${name} reads ${shown(pages)} pages in ${shown(loops)} loops`)]
    }
    return []
  })
}

/**
 * Returns a message for each statement that read more than three times the pages of the same act over analysed tables. Work in the
 * background may fall into another act.
 */
export function wasteIn(statements: readonly Executed[], analysed: readonly Executed[], people: number): string[] {
  const ofAct = new Map<string, number>()
  const most = new Map<string, number>()
  for (const { act, text, pages } of analysed) {
    ofAct.set(`${act}\n${text}`, pages)
    most.set(text, Math.max(pages, most.get(text) ?? 0))
  }
  return statements.flatMap((statement) => {
    const { act, text, pages } = statement
    const expected = ofAct.get(`${act}\n${text}`) ?? most.get(text) ?? 0
    // A call alone has the pages of its function, whose statements are judged by themselves.
    return !isCallAlone(statement) && pages > Math.max(SHARE * people, TIMES_ANALYSED * expected)
      ? [message(statement, `reads ${shown(pages)} pages, ${shown(expected)} where tables are analysed`)]
      : []
  })
}

const isEnclosed = (text: string) => text.startsWith('(') && withoutGroups(text) === '()'

/** Empties the outermost parentheses of an expression. */
function withoutGroups(text: string): string {
  let depth = 0
  return [...text]
    .filter((letter) => (letter === ')' && depth-- === 1) || (letter === '(' ? depth++ === 0 : depth === 0))
    .join('')
}

/**
 * True for a cast, a function or a calculation over a value of another row. Calculations have parentheses; what a subselect has computed has
 * a pair more than that.
 */
function isComputed(text: string): boolean {
  if (!/[a-z]\w*\.\w/.test(text) || /^[\w.]+$|^(?:ANY \(ARRAY\[|CASE |ROW\()/.test(text)) return false
  return !isEnclosed(text) || / \S+ /.test(withoutGroups(text.slice(1, -1)))
}

/**
 * Returns a message for each search of an index that only a computed value of another row narrows within the store. Minor versions of 2026
 * no longer search by such values under row-level security (15.20): the cast could disclose a hidden row.
 */
export function computedIn(statements: readonly Executed[]): string[] {
  return statements.flatMap((statement) => {
    const wide = [...statement.conditions].find((searched) => {
      const condition = searched.replace(/'(?:[^']|'')*'/g, "''")
      const inner = condition.slice(1, -1)
      const parts = (inner.startsWith('(') ? inner.slice(1, -1) : inner).split(/\) AND \(/)
      const values = parts.map((part) => part.replace(/^.*? (?:=|<>|<=|>=|<|>) /, ''))
      const isFound = parts.some((part, place) => / = /.test(part) && /^\(?[a-z]\w*\.\w+\)?$/.test(values[place]!))
      return !isFound && values.some(isComputed)
    })
    return wide ? [message(statement, `an index is searched by a computed value: ${wide}`)] : []
  })
}

const isCallAlone = ({ nodes }: Executed) => [...nodes.values()].every(({ name }) => name === 'Result')

const message = ({ act, text, calls, worst }: Executed, fault: string) =>
  `${act}: ${fault}\n${text}\n${calls} times, at worst\n${drawn(worst)}`
