import { randomUUID } from 'node:crypto'
import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { isPersonal } from '@ruam/contract/broadcasts/worded.ts'
import { settle } from '../../channels/accounts/quota.ts'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { armOf, lastOpenPosition, messagesOf } from '../ab-test/texts.ts'
import { type Shortened, shortenLinks } from '../links/shorten.ts'
import { lineMessages } from '../messages/line-objects.ts'
import { readableWords } from '../messages/word-fields.ts'
import { filled, wordValues } from '../messages/words.ts'
import { isComposed, isCompulsory } from '../records/kind.ts'
import { type BroadcastRow, count } from '../records/queries.ts'
import { type SettingRow, settingsOf } from '../settings/queries.ts'
import { CHUNK_SIZE, nameCustomers, nextRecipients } from './check-again.ts'
import { insertCallForAll, insertChunk, insertPushes, skipRecipients } from './chunks.ts'
import { sealPush } from './sealed-push.ts'

/** Personal messages that are called at once. They are built with their call, so that each customer is checked right before it. */
export const PUSHES = 100

export type BuildSettings = Pick<Config, 'mediaUrl' | 'secretKey'>

/** Name of a broadcast in LINE's statistics. */
export const aggregationUnit = (id: number) => `ruam_${id}`

/** The row as it is sent now: clicks are counted together once the store stops counting them by customer. */
const asAllowed = (row: BroadcastRow, { click_purpose_ids }: SettingRow): BroadcastRow =>
  row.link_tracking === 'people' && !click_purpose_ids.includes(row.purpose_id ?? 0)
    ? { ...row, link_tracking: 'clicks' }
    : row

/** Builds the next chunks. Returns their ids, null if all candidates were skipped, or undefined if no candidates are left. */
export async function buildChunks(
  config: BuildSettings,
  db: Db,
  storeId: number,
  written: BroadcastRow,
): Promise<number[] | null | undefined> {
  const of = { storeId, broadcastId: written.id }
  const settings = await settingsOf(db, storeId)
  const row = asAllowed(written, settings)
  if (isToAll(row.target)) return row.queued > 0 ? [await buildCallForAll(config, db, storeId, row)] : undefined
  // Each message of an automation or a letter has its own key and outcome.
  const personal = !isComposed(row) || isPersonal({ ...row, messages: messagesOf(row) })
  await byIndexes(db)
  const candidates = await nextRecipients(db, {
    ...of,
    channelId: row.channel_id!,
    purposeId: row.purpose_id,
    skipsUnknown: settings.unknown_consent === 'skip',
    weeklyCap: settings.weekly_cap,
    compulsory: isCompulsory(row),
    most: personal ? PUSHES : CHUNK_SIZE,
    last: lastOpenPosition(row),
  })
  if (candidates.length === 0) return undefined
  await nameCustomers(db, storeId, row.id, candidates)
  const skipped = candidates.filter(({ reason }) => reason !== null)
  if (skipped.length > 0) {
    const released = skipped.length * row.per_person
    await skipRecipients(db, of, skipped)
    await count(db, storeId, row.id, { queued: -skipped.length, skipped: skipped.length, reserved: -released })
    await settle(db, storeId, { channelId: row.channel_id!, month: row.quota_month! }, { released, used: 0 })
  }
  const sent = candidates.filter(({ reason }) => reason === null)
  if (sent.length === 0) return null
  const shortened = await shortenLinks(config, db, storeId, row)
  if (personal) return buildPushes(config, db, of, { row, shortened, sent })
  const ids: number[] = []
  for (const [arm, people] of Map.groupBy(sent, (one) => armOf(row, one))) {
    const to = people.map(({ external_id }) => external_id)
    const body = bodyOf(config, row, { to, ...shortened.for(arm, null) })
    const positions = people.map(({ position }) => position)
    ids.push(await insertChunk(db, of, positions, body))
  }
  return ids
}

/** Builds the only chunk of a call for everyone. LINE takes no aggregation unit with it. */
async function buildCallForAll(config: BuildSettings, db: Db, storeId: number, row: BroadcastRow): Promise<number> {
  const written = (await shortenLinks(config, db, storeId, row)).for(null, null)
  const messages = lineMessages(written, config)
  const body = Buffer.from(JSON.stringify({ messages, notificationDisabled: row.notification_disabled }))
  return insertCallForAll(db, { storeId, broadcastId: row.id }, row.queued, body)
}

interface Pushed {
  row: BroadcastRow
  shortened: Shortened
  sent: Awaited<ReturnType<typeof nextRecipients>>
}

/** Reads the values of each person and seals their message, in the transaction that begins its call. */
async function buildPushes(
  config: BuildSettings,
  db: Db,
  of: { storeId: number; broadcastId: number },
  { row, shortened, sent }: Pushed,
): Promise<number[]> {
  const fields = (await readableWords(db, of.storeId, messagesOf(row)))!
  const values = await wordValues(
    db,
    of.storeId,
    fields,
    sent.flatMap(({ profile_id }) => profile_id ?? []),
  )
  const byPerson = row.link_tracking === 'people'
  const pushes = sent.map(({ position, arm, profile_id, external_id }) => {
    const { messages, ...rest } = shortened.for(armOf(row, { position, arm }), byPerson ? position : null)
    const own = filled(messages, values.get(profile_id!) ?? new Map())
    const body = bodyOf(config, row, { to: external_id, messages: own, ...rest })
    const retryKey = randomUUID()
    return { position, retryKey, body: sealPush(config.secretKey, of.storeId, retryKey, body) }
  })
  return insertPushes(db, of, pushes)
}

type Addressed = Pick<BroadcastRow, 'messages' | 'quick_replies' | 'stop_reply'> & { to: string | readonly string[] }

function bodyOf(config: BuildSettings, row: BroadcastRow, { to, ...written }: Addressed): Buffer {
  return Buffer.from(
    JSON.stringify({
      to,
      messages: lineMessages(written, config),
      notificationDisabled: row.notification_disabled,
      ...(!isCompulsory(row) && { customAggregationUnits: [aggregationUnit(row.id)] }),
    }),
  )
}
