import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { linkByWord } from '../line-link/link-by-word.ts'
import { suggestTyped } from '../line-link/typed-contact.ts'
import { wordIn } from '../line-link/words.ts'
import type { IdentifiedEvent } from './apply.ts'
import { messageText } from './events.ts'
import { personKeyOf, profilesOfUsers } from './people.ts'
import type { EndedEvent, InboxEvent } from './read-inbox.ts'

/** Returns the linking word of a message on LINE, or null. */
export const linkWordOf = ({ channel, event }: InboxEvent): string | null =>
  channel.kind === 'line' ? wordIn(messageText(event) ?? '') : null

/**
 * Reads what users typed: words that link them to a customer, and phones and e-mails that customers have. Returns how the events of words
 * end, by log entry. The caller holds lockForEdit.
 */
export async function applyChats(
  core: Core,
  db: Db,
  storeId: number,
  known: readonly IdentifiedEvent[],
): Promise<ReadonlyMap<number, EndedEvent>> {
  const signer = { secretKey: core.config.secretKey, storeId }
  const ends = new Map<number, EndedEvent>()
  // Profiles that a word of this batch has merged.
  const now = new Map<number, number>()
  // Wrong words of this batch, which the log does not count yet.
  const wrong = new Map<string, number>()
  for (const event of known) {
    const { logId, userId, channel } = event
    const text = messageText(event.event)
    if (text === null || event.profileId === null) continue
    const word = linkWordOf(event)
    const user = { kind: channel.kind, scope: channel.scope, userId }
    // A merge or its undo may have moved the user since the batch began.
    const fresh = word === null ? undefined : (await profilesOfUsers(db, storeId, [user])).get(personKeyOf(user))
    const profileId = fresh ?? now.get(event.profileId) ?? event.profileId
    if (word === null) {
      await suggestTyped(db, storeId, profileId, text)
      continue
    }
    const sent = { word, channelId: channel.id, scope: channel.scope, userId, profileId, at: event.event.timestamp }
    const outcome = await linkByWord(db, signer, { ...sent, wrongBefore: wrong.get(userId) ?? 0 })
    if (outcome) now.set(event.profileId, outcome.profileId)
    else wrong.set(userId, (wrong.get(userId) ?? 0) + 1)
    ends.set(
      logId,
      outcome
        ? { logId, profileId: outcome.profileId, status: 'done' }
        : { logId, profileId, status: 'failed', error: 'link_word_invalid' },
    )
  }
  // Earlier events of a user who was linked in this batch.
  for (const { logId, profileId } of known) {
    const to = profileId === null ? undefined : now.get(profileId)
    if (to !== undefined && !ends.has(logId)) ends.set(logId, { logId, profileId: to, status: 'done' })
  }
  return ends
}
