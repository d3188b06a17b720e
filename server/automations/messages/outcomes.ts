import { sql } from 'kysely'

// Fate of the messages of acts `a`, as SQL. An act queues a message; what became of it is in the row of its recipient `m`.

/** Joins the recipient `m` of each message. */
export const withRecipient = sql`
  left join broadcast_recipient m on m.store_id = a.store_id and m.broadcast_id = a.broadcast_id and m.position = a.position`

/** accepted, failed, skipped, unknown, or queued while it waits; null for other acts, and for messages that were put off. */
export const messageStatus = sql<
  'queued' | 'accepted' | 'failed' | 'skipped' | 'unknown' | null
>`case when a.kind = 'message' then coalesce(m.status, 'skipped') end`

/** Why a message was skipped or failed: the sender's reason, else that of the step. */
export const messageReason = sql<string | null>`case when a.kind = 'message' then coalesce(m.reason, a.reason) end`

/** True for a message that LINE accepted, or may have accepted. */
export const isMessageSent = sql<boolean>`(a.kind = 'message' and m.status in ('accepted', 'unknown'))`
