import { lineLinkEvent } from '@ruam/contract/channels/line-link.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { publish } from '../../push/publish.ts'
import { type Signer, wordHash } from './words.ts'

/** Marks a word as sent by a person who was erased and does not follow the account anew: the counter says what to do. */
export async function markErasedSender(db: Db, signer: Signer, channelId: number, word: string): Promise<void> {
  const { storeId } = signer
  const { rows } = await sql<{ profile_id: number }>`
    update line_link set by_erased = true
    where store_id = ${storeId} and word_hash = ${wordHash(signer, word)} and channel_id = ${channelId} and status = 'open'
    returning profile_id`.execute(db)
  for (const { profile_id } of rows) await publish(db, lineLinkEvent, { storeId, data: { profile_id } })
}
