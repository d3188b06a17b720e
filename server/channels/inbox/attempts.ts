import { type Fault, faultOf, isLost, isOutage } from '../../core/sqlstate.ts'
import type { Core } from '../../servers/core.ts'
import { apart, type Strategy, together } from './apart.ts'
import { type Doubts, doubtsOf } from './doubts.ts'

interface Batch<T> {
  /** Ingests a batch in one transaction; `first`: only its first request or event. */
  run(extent: 'all' | 'first', strategy: Strategy): Promise<T>
  /** Sets the first request or event aside. */
  refuse(fault: Fault): Promise<T>
}

/**
 * Ingests a batch: whole, then item by item, then its first request alone, which is set aside in the end. One that cannot be processed
 * must not stop all others behind it. Throws in an outage: nothing is blamed, and the caller waits.
 */
export async function ingestPatiently<T>(
  core: Core,
  storeId: number,
  of: 'items' | 'events',
  { run, refuse }: Batch<T>,
): Promise<T> {
  const doubts = doubtsOf(core.pool, storeId, of)
  const alone = apart(doubts)
  const attempts: ['all' | 'first', Strategy][] = [
    ['all', alone],
    ['first', alone],
  ]
  if (!doubts.singly) attempts.unshift(['all', together])
  let last: unknown
  for (const [extent, strategy] of attempts) {
    try {
      return cleared(doubts, await run(extent, strategy))
    } catch (error) {
      if (isLost(error)) doubts.lost()
      if (isLost(error) || (isOutage(error) && strategy !== together)) throw error
      last = error
    }
  }
  core.report?.(last, 'request set aside')
  return cleared(doubts, await refuse(faultOf(last)))
}

function cleared<T>(doubts: Doubts, result: T): T {
  doubts.clear()
  return result
}

/** True if the item may be processed later by itself: five tries over an hour. */
export const isPatient = (fault: Fault): boolean => fault === 'ours' || fault === 'unknown' || fault === 'outage'
