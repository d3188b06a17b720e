import { type privacyRequests as calls, privacyRequests, type requestKinds } from '@ruam/contract/privacy/requests.ts'
import { type Got, useRead } from '../../data/api.ts'
import { LOOK_MS } from './request.ts'

/** Number of open requests in one answer. */
const OPEN = 100

interface Wanted {
  offset: number
  limit: number
  kind: (typeof requestKinds)[number] | undefined
  assigneeId: string | undefined
}

type Page = Got<typeof calls.list>

/** Reads all open requests and a page of the closed ones as the rows of one list. Further pages have closed ones alone. */
export function useRequests({ offset, limit, kind, assigneeId }: Wanted) {
  const filter = { ...(kind && { kind }), ...(assigneeId && { assigneeId }) }
  const poll = () => LOOK_MS
  const open = useRead(privacyRequests.list, { query: { offset: 0, limit: OPEN, status: 'open', ...filter } }, { poll })
  const closed = useRead(privacyRequests.list, { query: { offset, limit, status: 'closed', ...filter } })
  // An answer that failed shows the last one of the same call, which may be that of the other half.
  const rowsOf = (page: Page, isClosed: boolean) => page.data.filter(({ closedAt }) => (closedAt !== null) === isClosed)
  const data = open.data &&
    closed.data && {
      data: [...(offset === 0 ? rowsOf(open.data, false) : []), ...rowsOf(closed.data, true)],
      // Pages are those of the closed ones.
      total: closed.data.total || Math.min(open.data.total, limit),
    }
  return {
    counts: open.data,
    read: {
      data,
      error: open.error ?? closed.error,
      isFetching: open.isFetching || closed.isFetching,
      isPlaceholderData: open.isPlaceholderData || closed.isPlaceholderData,
      dataUpdatedAt: Math.min(open.dataUpdatedAt, closed.dataUpdatedAt),
      refetch: () => Promise.all([open.refetch(), closed.refetch()]),
    },
  }
}
