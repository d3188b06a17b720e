import { sql } from 'kysely'
import { faultOf, isConnectionLost, type StateFault } from '../../core/sqlstate.ts'
import type { Db } from '../../database/db.ts'
import type { CrashSuspects } from './doubts.ts'

/** Work on items, of which any may fail. */
interface ItemWork<T, R> {
  /** Name of an item, the same in every attempt. */
  keyOf(item: T): string
  /** Writes items in one go and returns their results in order. */
  write(items: readonly T[]): Promise<readonly R[]>
  /** Sets one item aside, which no attempt could write. */
  refuse(item: T, fault: StateFault, error: unknown): Promise<R> | R
}

export type Strategy = <T, R>(db: Db, items: readonly T[], work: ItemWork<T, R>) => Promise<readonly R[]>

/** Writes all items in one go. */
export const together: Strategy = (_, items, { write }) => write(items)

/** Attempts at one item that meets another writer, or a time limit. */
const TRIES: Partial<Record<StateFault, number>> = { race: 3, slow: 2 }

/** Writes as many items together as possible, each attempt behind a savepoint, until the failing ones are alone. */
export const writeIsolated =
  (doubts: CrashSuspects): Strategy =>
  async <T, R>(db: Db, items: readonly T[], { keyOf, write, refuse }: ItemWork<T, R>) => {
    const results = new Array<R>(items.length)
    /** An item that met an outage. Blamed only if another one passes after it. */
    let pending: { at: number; error: unknown } | undefined

    async function attempt(from: number, until: number): Promise<void> {
      const some = items.slice(from, until)
      doubts.alone = some.length === 1 ? keyOf(some[0]!) : undefined
      await sql`savepoint apart`.execute(db)
      try {
        const written = await write(some)
        // Deferred constraints would fail the commit, where no item is to blame.
        await sql
          .raw('set constraints all immediate; set constraints all deferred; release savepoint apart')
          .execute(db)
        for (const [place, result] of written.entries()) results[from + place] = result
      } catch (error) {
        if (!isConnectionLost(error)) await sql.raw('rollback to savepoint apart; release savepoint apart').execute(db)
        throw error
      }
      doubts.alone = undefined
      if (pending) {
        const { at, error } = pending
        pending = undefined
        results[at] = await refuse(items[at]!, 'unknown', error)
      }
    }

    async function single(at: number): Promise<void> {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(at, at + 1)
        } catch (error) {
          const fault = faultOf(error)
          if (isConnectionLost(error)) throw error
          if (tries < (TRIES[fault] ?? 1)) continue
          if (fault !== 'outage') {
            results[at] = await refuse(items[at]!, fault, error)
            return
          }
          // A second item fails in the same way: the outage is believed.
          if (pending) throw error
          pending = { at, error }
          return
        }
      }
    }

    async function some(from: number, until: number): Promise<void> {
      if (until - from === 0) return
      if (until - from === 1) return single(from)
      let first = false
      if (!doubts.singly) {
        try {
          return await attempt(from, until)
        } catch (error) {
          if (isConnectionLost(error)) throw error
          first = faultOf(error) === 'outage'
        }
      }
      // In an outage two items are enough to tell.
      const middle = first ? from + 1 : (from + until) >> 1
      await some(from, middle)
      await some(middle, until)
    }

    /** Compares with an item that passed before: its statements run again, and are rolled back. */
    async function decide({ at, error }: { at: number; error: unknown }): Promise<void> {
      const other = items.findIndex((_, place) => place !== at && results[place] !== undefined)
      if (other < 0) throw error
      await sql`savepoint probe`.execute(db)
      await write([items[other]!])
      await sql.raw('rollback to savepoint probe; release savepoint probe').execute(db)
      results[at] = await refuse(items[at]!, 'unknown', error)
    }

    /** Items that broke the connection repeatedly are not tried again. */
    const poison = new Set(items.flatMap((item, at) => (doubts.isPoison(keyOf(item)) ? [at] : [])))
    let from = 0
    for (const at of poison) {
      await some(from, at)
      results[at] = await refuse(items[at]!, 'unknown', new Error('Ended the connection to PostgreSQL several times'))
      from = at + 1
    }
    await some(from, items.length)
    if (pending) await decide(pending)
    return results
  }
