import { ApiError } from '../../core/api-error.ts'
import { inStore } from '../../database/db.ts'
import type { JobWorker } from '../../jobs/define.ts'
import { type AccountRow, lineAccountById, saveListed } from '../accounts/queries.ts'
import { fetchPage } from './fetch-page.ts'
import { hasMissing, markMissing } from './mark-missing.ts'
import { saveFollowers, tieFollowers } from './save-followers.ts'

/** Times that the list is begun again after a token expired or a page came again. */
const MAX_RESTARTS = 5

interface Cursor {
  /** Token of the next page; null: the first one. */
  next: string | null
  /** A token that came before, and the pages since: Brent's way to find that the list goes round. */
  mark: string | null
  lap: number
  power: number
  /** Ids of this reading, with those that came twice. */
  seen: number
  /** Friends among them by the list alone. */
  met: number
  restarts: number
  /** True once the last page is saved: a worker that resumes has nothing left. */
  ended: boolean
}

const begin = { next: null, mark: null, lap: 0, power: 1, seen: 0, met: 0 } as const

/** Result of the job. */
interface ListResult {
  friends: number
}

/**
 * Reads LINE's list of an account's friends, page by page. Those who are not customers become rows of friends, whose names are asked for.
 */
export const readFollowers: JobWorker<{ account: number }> = async (context) => {
  const { core, storeId, job, signal, block } = context
  const channelId = job.request.account
  let cursor = (job.cursor as Cursor | null) ?? { ...begin, restarts: 0, ended: false }
  while (!cursor.ended) {
    const account = await inStore(core.pool, storeId, (db) => lineAccountById(db, storeId, channelId))
    if (account?.status !== 'active') throw new ApiError('line_link_no_account')
    const page = await fetchPage({ core, storeId, account, signal }, cursor.next)
    const moved = page && advance(cursor, page.next, page.ids.length)
    if (!moved) {
      cursor = await restart(cursor)
      continue
    }
    const { seen, ended } = moved
    let isShort = false
    await block(async (db) => {
      const { changed, met } = await saveFollowers(core, db, storeId, account, page.ids)
      moved.met = cursor.met + met
      if (ended) {
        isShort = await hasMissing(db, storeId, account, moved)
        await tieFollowers(db, storeId, account)
        await saveListed(db, storeId, channelId, seen)
      }
      return { done: page.ids.length, changed, total: totalOf(account, seen, ended), cursor: moved }
    })
    cursor = moved
    if (isShort) await markMissing(context, account)
  }
  return { friends: cursor.seen } satisfies ListResult

  async function restart({ seen, restarts }: Cursor): Promise<Cursor> {
    if (restarts === MAX_RESTARTS) throw new ApiError('line_list_unreadable')
    const again: Cursor = { ...begin, restarts: restarts + 1, ended: false }
    await block(async () => ({ done: -seen, cursor: again }))
    return again
  }
}

/** Friends to expect: as many as LINE counted yesterday, while there are not more. */
const totalOf = ({ friends_at_line }: AccountRow, seen: number, ended: boolean): number =>
  ended ? seen : Math.max(friends_at_line ?? 0, seen + 1)

/** Returns the cursor after a page, or null if its next token came before. */
function advance(cursor: Cursor, next: string | null, ids: number): Cursor | null {
  if (next !== null && (next === cursor.mark || next === cursor.next)) return null
  const isMark = cursor.lap + 1 === cursor.power
  return {
    ...cursor,
    next,
    ended: next === null,
    seen: cursor.seen + ids,
    mark: isMark ? next : cursor.mark,
    lap: isMark ? 0 : cursor.lap + 1,
    power: isMark ? cursor.power * 2 : cursor.power,
  }
}
