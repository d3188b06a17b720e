import type { z } from 'zod'
import { tokenHash } from '../../core/tokens.ts'
import { wakeIngester } from '../../ingest/ingester/wake.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { FacebookEvent, type FacebookRequest } from '../facebook/events.ts'
import { pageHash } from '../facebook/page-secrets.ts'
import { readEvent } from '../inbox/events.ts'
import { receiveDelivery } from '../inbox/receive.ts'

interface PageOwner {
  store_id: number
  channel_id: number
}

/** Stores the events of one request. Pages that no store listens to are left out: their events are nobody's. */
export async function receiveFacebook(
  home: Core,
  { entry }: z.output<typeof FacebookRequest>,
  requestId: string,
): Promise<void> {
  const pages = Map.groupBy(entry, ({ id }) => id)
  for (const [pageId, entries] of pages) {
    await routerOf(home).atKey('webhook', pageHash(pageId), (core) => receivePage(core, pageId, entries, requestId))
  }
}

/** Stores the events of one page. Returns undefined if no store of this server listens to it. */
async function receivePage(
  core: Core,
  pageId: string,
  entries: z.output<typeof FacebookRequest>['entry'],
  requestId: string,
): Promise<true | undefined> {
  const { rows } = await core.pool.query<PageOwner>('select store_id, channel_id from auth.webhook($1)', [
    pageHash(pageId),
  ])
  const { store_id: storeId, channel_id: channelId } = rows[0] ?? {}
  if (storeId === undefined || channelId === undefined) return undefined
  const events = entries.flatMap(({ messaging }) => messaging.map((event) => readEvent(event, FacebookEvent)))
  const receiver = { source: 'facebook', storeId, channelId } as const
  if ((await receiveDelivery(core, receiver, events, requestId)) === 'waiting') wakeIngester(core, storeId)
  return true
}

/** Returns whether the verify token is the server's, in a time that tells nothing of it. */
export const isVerifyToken = (expected: string, given: string): boolean => tokenHash(expected).equals(tokenHash(given))
