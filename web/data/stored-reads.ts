import type { Query, QueryClient } from '@tanstack/react-query'
import { copyTime, isCopy, storedReads } from './copy-time.ts'
import { type CopyKind, type DeviceOwner, deviceDatabase, removeCopy, storeCopy, storedCopy } from './device.ts'
import { isApiError } from './request.ts'
import { currentSession } from './session.ts'

/** Answers of a call that the device keeps (decision 90). The key of its read is the name of a copy. */
export interface ReadKind<T = never> extends CopyKind<T> {
  /** Method and path. */
  call: string
  /** False for answers that are not kept. `sent`: query and body. */
  keeps?: (value: T, sent: Record<string, unknown>) => boolean
}

const copyId = ({ queryKey }: Query) => JSON.stringify(queryKey)

/** The person of this tab, in the store of a read; undefined once another store is open. */
function ownerOf({ queryKey }: Query): DeviceOwner | undefined {
  const { user, store } = currentSession()
  return user && store && queryKey[0] === store.id ? { userId: user.id, storeId: store.id } : undefined
}

/**
 * Keeps the answers of these calls, and shows a copy of each read that has no answer yet. A copy is stale from the start, so it is read
 * again at once. Returns a function that ends this.
 */
export function followReads(cache: QueryClient, kinds: readonly ReadKind[]): () => void {
  // Opened while the first screen is drawn.
  void deviceDatabase()
  const queries = cache.getQueryCache()
  const kindOf = ({ queryKey }: Query) => kinds.find(({ call }) => call === queryKey[2])
  const follow = (query: Query) => {
    const kind = kindOf(query)
    if (!kind) return
    if (query.state.data === undefined) void show(query, kind)
    else keep(query, kind)
  }
  for (const query of queries.getAll()) follow(query)
  return queries.subscribe((event) => {
    if (event.type === 'added') return follow(event.query)
    if (event.type !== 'updated') return
    const { action, query } = event
    const kind = kindOf(query)
    if (!kind) return
    if (action.type === 'success' && !action.manual) keep(query, kind)
    if (action.type === 'error') forgetRefused(cache, query, kind, action.error)
  })
}

function keep(query: Query, kind: ReadKind) {
  const owner = ownerOf(query)
  if (!owner || isCopy(query.state)) return
  const data = query.state.data as never
  if (kind.keeps && !kind.keeps(data, query.queryKey[4] as Record<string, unknown>)) return
  storedReads.set(true)
  void storeCopy(owner, kind, copyId(query), data)
}

/** Puts the copy where no answer is yet. */
async function show(query: Query, kind: ReadKind) {
  const owner = ownerOf(query)
  const copy = owner && (await storedCopy(owner, kind, copyId(query)))
  // A sign-out, or another store, ends the copies.
  if (!copy || ownerOf(query)?.userId !== owner.userId) return
  const { data, error } = query.state
  if (data !== undefined || isRefusal(error)) return
  const dataUpdatedAt = copyTime(copy.at)
  // Without a connection the read has failed already, and says so next to the copy.
  if (error) query.setState({ data: copy.value, dataUpdatedAt })
  else query.setData(copy.value, { updatedAt: dataUpdatedAt, manual: true })
}

/** True if the server refuses to answer again: the customer is gone, or the person may no longer read. */
const isRefusal = (error: unknown) => isApiError(error) && [401, 403, 404, 410].includes(error.status)

/** Takes away what the server refuses to answer again. */
function forgetRefused(cache: QueryClient, query: Query, kind: ReadKind, error: unknown) {
  if (!isApiError(error) || !isRefusal(error)) return
  const isGone = error.status === 404 || error.status === 410
  for (const one of isGone ? [query] : cache.getQueryCache().getAll())
    if (isCopy(one.state)) one.setState({ data: undefined, dataUpdatedAt: 0 })
  const owner = ownerOf(query)
  // A refusal of rights wipes all copies of the store (session.ts).
  if (owner && isGone) void removeCopy(owner, kind, copyId(query))
}
