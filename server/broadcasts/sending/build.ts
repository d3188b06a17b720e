import { settle } from '../../channels/accounts/quota.ts'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import { lineMessages } from '../messages/line-objects.ts'
import { type BroadcastRow, count } from '../records/queries.ts'
import { settingsOf } from '../settings/queries.ts'
import { nextRecipients } from './check-again.ts'
import { insertChunk, skipRecipients } from './chunks.ts'

/** Name of a broadcast in LINE's statistics. */
export const aggregationUnit = (id: number) => `ruam_${id}`

/** Builds the next chunk. Returns its id, null if all candidates were skipped, or undefined if no candidates are left. */
export async function buildChunk(
  config: Pick<Config, 'mediaUrl'>,
  db: Db,
  storeId: number,
  row: BroadcastRow,
): Promise<number | null | undefined> {
  const of = { storeId, broadcastId: row.id }
  const settings = await settingsOf(db, storeId)
  await byIndexes(db)
  const candidates = await nextRecipients(db, {
    ...of,
    channelId: row.channel_id!,
    purposeId: row.purpose_id,
    skipsUnknown: settings.unknown_consent === 'skip',
    weeklyCap: settings.weekly_cap,
  })
  if (candidates.length === 0) return undefined
  const skipped = candidates.filter(({ reason }) => reason !== null)
  if (skipped.length > 0) {
    const released = skipped.length * row.per_person
    await skipRecipients(db, of, skipped)
    await count(db, storeId, row.id, { queued: -skipped.length, skipped: skipped.length, reserved: -released })
    await settle(db, storeId, { channelId: row.channel_id!, month: row.quota_month! }, { released, used: 0 })
  }
  const sent = candidates.filter(({ reason }) => reason === null)
  if (sent.length === 0) return null
  const body = bodyOf(
    config,
    row,
    sent.map(({ external_id }) => external_id),
  )
  return insertChunk(
    db,
    of,
    sent.map(({ position }) => position),
    body,
  )
}

function bodyOf(config: Pick<Config, 'mediaUrl'>, row: BroadcastRow, to: readonly string[]): Buffer {
  return Buffer.from(
    JSON.stringify({
      to,
      messages: lineMessages(row, config),
      notificationDisabled: row.notification_disabled,
      customAggregationUnits: [aggregationUnit(row.id)],
    }),
  )
}
