import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { COPY_TIME, storedReads } from './copy-time.ts'
import { type CopyKind, type DeviceOwner, removeCopy, storeCopy, storedCopies } from './device.ts'
import { isApiError } from './request.ts'
import { currentSession, onSession } from './session.ts'

/** Answers of a call that the device keeps (decision 90). The key of its read is the name of a copy. */
export interface ReadKind<T = never> extends CopyKind<T> {
  /** Method and path. */
  call: string
  /** False for answers that are not kept. `sent`: query and body. */
  keeps?: (value: T, sent: Record<string, unknown>) => boolean
}

/** The store and person of this tab. */
function ownerNow(): DeviceOwner | undefined {
  const { user, store } = currentSession()
  return user && store && { userId: user.id, storeId: store.id }
}

/**
 * Keeps the answers of these calls, and shows a store's copies when it opens, before the server answers. A copy is stale from the start,
 * so it is read again at once.
 */
export function followReads(cache: QueryClient, kinds: readonly ReadKind[]): void {
  const queries = cache.getQueryCache()
  const kindOf = ({ queryKey }: Query) => kinds.find(({ call }) => call === queryKey[2])
  const keep = (query: Query) => {
    const kind = kindOf(query)
    const owner = ownerNow()
    const { data, dataUpdatedAt } = query.state
    if (!kind || !owner || query.queryKey[0] !== owner.storeId) return
    if (data === undefined || dataUpdatedAt === COPY_TIME) return
    if (kind.keeps && !kind.keeps(data as never, query.queryKey[4] as Record<string, unknown>)) return
    storedReads.set(true)
    void storeCopy(owner, kind, JSON.stringify(query.queryKey), data as never)
  }
  queries.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'success' && !action.manual) keep(query)
    const kind = kindOf(query)
    if (action.type === 'error' && kind) forgetRefused(cache, query, kind, action.error)
  })
  for (const query of queries.getAll()) keep(query)

  let shown: number | undefined
  const restore = () => {
    const owner = ownerNow()
    if (owner?.storeId === shown) return
    shown = owner?.storeId
    if (owner) for (const kind of kinds) void show(cache, owner, kind)
  }
  onSession(restore)
  restore()
}

/** Puts the copies of a kind where no answer is yet. */
async function show(cache: QueryClient, owner: DeviceOwner, kind: ReadKind) {
  for (const { id, value } of await storedCopies(owner, kind)) {
    const now = ownerNow()
    // A sign-out, or another store, ends the copies.
    if (now?.userId !== owner.userId || now.storeId !== owner.storeId) return
    const key = JSON.parse(id) as QueryKey
    const state = cache.getQueryState(key)
    if (state?.data === undefined && !state?.error) cache.setQueryData(key, value, { updatedAt: COPY_TIME })
  }
}

/** Takes away what the server refuses to answer again: the customer is gone, or the person may no longer read. */
function forgetRefused(cache: QueryClient, query: Query, kind: ReadKind, error: unknown) {
  if (!isApiError(error) || ![401, 403, 404, 410].includes(error.status)) return
  const isGone = error.status === 404 || error.status === 410
  for (const one of isGone ? [query] : cache.getQueryCache().getAll())
    if (one.state.dataUpdatedAt === COPY_TIME) one.setState({ data: undefined, dataUpdatedAt: 0 })
  const owner = ownerNow()
  // A refusal of rights wipes all copies of the store (session.ts).
  if (owner && isGone) void removeCopy(owner, kind, JSON.stringify(query.queryKey))
}
