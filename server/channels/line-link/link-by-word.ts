import { lineLinkEvent } from '@ruam/contract/channels/line-link.ts'
import { mergeProved, provePair } from '../../customers/duplicates/proved.ts'
import { erasedUsers } from '../../customers/erasure/erased-users.ts'
import type { Db } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import { publish } from '../../push/publish.ts'
import {
  consumePersonal,
  consumeWord,
  endWord,
  hasOtherLine,
  isBornOnLine,
  linkedProfile,
  wrongWords,
} from './queries.ts'
import { readPersonal, type Signer, wordHash } from './words.ts'

/** Wrong words of one user in an hour, after which no word of theirs is looked up. */
export const MAX_WRONG = 10

/** A word that a user of LINE sent. */
interface SentWord {
  word: string
  channelId: number
  /** The provider of the account, within which the user's id is the same. */
  scope: string
  userId: string
  /** The user's own profile. */
  profileId: number
  /** By LINE's clock, in milliseconds since 1970. */
  at: number
  /** Wrong words of the user that the log does not count yet. */
  wrongBefore: number
}

/** The profile that the user is now, or null if the word was wrong. */
type Outcome = { profileId: number } | null

/**
 * Links the user to the customer whose word they sent: merges the user's profile if it holds nothing but LINE's values, and opens a pair
 * of duplicates otherwise. The caller holds lockForEdit.
 */
export async function linkByWord(db: Db, signer: Signer, sent: SentWord): Promise<Outcome> {
  const { storeId } = signer
  if (sent.wrongBefore + (await wrongWords(db, storeId, sent.userId)) >= MAX_WRONG) return null
  const used = await consume(db, signer, sent)
  if (!used) return null
  const customer = await linkedProfile(db, storeId, used.profile_id)
  if (customer === undefined) return null
  const [status, profileId] = await link(db, storeId, customer, sent)
  const erased = await erasedUsers(db, storeId, signer.secretKey, [sent.userId])
  await endWord(db, storeId, used.id, { status, byErased: erased.has(sent.userId) })
  await publish(db, lineLinkEvent, { storeId, data: { profile_id: customer } })
  return { profileId }
}

async function consume(db: Db, signer: Signer, { word, channelId, at }: SentWord) {
  const hash = wordHash(signer, word)
  const personal = readPersonal(signer, channelId, word)
  if (!personal) return consumeWord(db, signer.storeId, channelId, hash, at)
  return personal.expires > at ? consumePersonal(db, signer.storeId, { ...personal, channelId, hash }) : undefined
}

async function link(db: Db, storeId: number, customer: number, sent: SentWord): Promise<['linked' | 'pair', number]> {
  const { profileId: own, channelId } = sent
  // The same person sent a second word.
  if (customer === own) return ['linked', own]
  const duplicateId = await provePair(db, storeId, customer, own)
  if (duplicateId === null) return ['pair', own]
  if ((await hasOtherLine(db, storeId, customer, sent)) || !(await isBornOnLine(db, storeId, own))) return ['pair', own]
  const merge = await mergeProved(db, storeId, duplicateId, { kept: customer, gone: own })
  await audit(db, storeId, null, null, {
    action: 'line_linked',
    subject_type: 'profile',
    subject_id: customer,
    details: { merge, channel: channelId },
  })
  return ['linked', customer]
}
