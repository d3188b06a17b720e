import pg from 'pg'
import { vi } from 'vitest'

/** A plan of each statement that was done, by its text: one that goes through all, if any did. */
export const plans = new Map<string, string[]>()
/** Statements that could not be explained, each with its reason. */
export const unexplained: string[] = []

let explaining = false

/** Explains statements from here on. */
export function explainStatements() {
  explaining = true
}

/** Excludes tables that are empty in these tests: any plan suits them. */
const LARGE =
  /Scan .*on (profile|profile_(label|contact|value|key|duplicate_key|change)|activity|run_record|run_profile)\b/

/** Returns a file of so many people, each with values of their own. */
export const peopleFile = (from: number, people: number) =>
  `ชื่อ,นามสกุล,เบอร์โทรศัพท์,อีเมล,ที่อยู่\n${Array.from({ length: people }, (_, n) => {
    const number = from + n
    return `คน${number},ที่${number % 17},08${String(10_000_000 + number)},p${number}@example.com,${number}/1 ถนน ${number % 30}`
  }).join('\n')}\n`

const depthOf = (line: string) => line.search(/\S/)
const ofStoreAlone = (condition = '') => !/Index Cond: .* AND /.test(condition)

/** True if a plan reads all of a store's rows in a large table for each searched row. */
export const goesThroughAll = (plan: readonly string[]) =>
  plan.some((line, place) => {
    if (LARGE.test(line) && ofStoreAlone(plan[place + 1])) return /Filter: .*\w = (?!ANY)/.test(plan[place + 2] ?? '')
    if (!/Join Filter|-> {2}Materialize/.test(line)) return false
    const below = plan.slice(place + 1)
    const end = below.findIndex((next) => depthOf(next) < depthOf(line))
    return below
      .slice(0, end === -1 ? undefined : end)
      .some((scan, n) => LARGE.test(scan) && ofStoreAlone(below[n + 1]))
  })

/**
 * Has each statement of this process explained before it is done, after `explainStatements`: as it is planned there, with its
 * values or for any.
 * To be called before the first connection is opened: the query builder of a connection keeps the function that does its statements.
 */
export function watchStatements() {
  explaining = false
  plans.clear()
  unexplained.length = 0
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
  const generic = new WeakMap<pg.Client, 'local' | 'session'>()
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked, second] = args as [string | { text?: string; values?: unknown[] }, unknown]
    const text = (typeof asked === 'string' ? asked : asked?.text) ?? ''
    const scope = /set (local|session) plan_cache_mode = force_generic_plan/.exec(text)?.[1]
    if (scope) generic.set(this, scope as 'local' | 'session')
    if (/^(commit|rollback)/.test(text) && generic.get(this) === 'local') generic.delete(this)
    if (explaining && /^\s*(with|select|insert|update|delete|merge)\b/i.test(text)) {
      const values = typeof asked === 'string' ? (Array.isArray(second) ? second : []) : asked.values
      const explain = generic.has(this)
        ? { text: `explain (generic_plan) ${text}` }
        : { text: `explain ${text}`, values }
      // Sent before it on the same connection, and so done before it in the same transaction.
      void (query.call(this, explain) as Promise<pg.QueryResult>)
        .then(({ rows }) => {
          if (!goesThroughAll(plans.get(text) ?? []))
            plans.set(
              text,
              rows.map((row) => row['QUERY PLAN'] as string),
            )
        })
        .catch((error: Error) => unexplained.push(`${text}: ${error.message}`))
    }
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query)
}
