import type { AbTest } from '@ruam/contract/broadcasts/ab-test.ts'
import { abTestFaultsIn } from '@ruam/contract/broadcasts/ab-test-faults.ts'
import type { BroadcastTarget } from '@ruam/contract/broadcasts/broadcast.ts'
import { HOLDOUT_SHARE, type Holdout } from '@ruam/contract/broadcasts/effect.ts'
import type { LinkTracking } from '@ruam/contract/broadcasts/links.ts'
import { faultsIn } from '@ruam/contract/broadcasts/message-faults.ts'
import type { Message, MessageAction } from '@ruam/contract/broadcasts/messages.ts'
import { isToAll, toAllFaultsIn } from '@ruam/contract/broadcasts/to-all.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { lineAccountById } from '../../channels/accounts/queries.ts'
import { ApiError } from '../../core/api-error.ts'
import { findPurpose } from '../../customers/consents/calls/queries.ts'
import { labelNamesById } from '../../customers/labels/queries.ts'
import { readRule } from '../../customers/profiles/list-conditions.ts'
import type { Db } from '../../database/db.ts'
import { messagesOf, textsOf } from '../ab-test/texts.ts'
import { refuseNarrowed } from '../audience/closed-target.ts'
import { retainFiles } from '../messages/named-files.ts'
import { refuseNewWords, refuseWords } from '../messages/word-fields.ts'
import { isOfAutomation } from '../records/automation-sets.ts'
import { type BroadcastRow, findBroadcast, type Written } from '../records/queries.ts'
import { peopleNamed, settingsOf } from '../settings/queries.ts'

/** The parts of a broadcast as a caller sends them. */
interface Sent {
  name?: string | undefined
  channel?: { type: 'lineOA' | 'lineModule'; channel_id: number } | null | undefined
  purpose_id?: number | null | undefined
  target?: BroadcastTarget | undefined
  messages?: Message[] | undefined
  quick_replies?: MessageAction[] | undefined
  stop_reply?: boolean | undefined
  schedule?: { type: 'now' | 'at'; send_at: string | null; time_zone: string | null } | undefined
  notification_disabled?: boolean | undefined
  holdout?: Holdout | undefined
  link_tracking?: LinkTracking | undefined
  ab_test?: AbTest | null | undefined
}

export const newTarget: BroadcastTarget = {
  type: 'all_friends',
  include: { condition: 'or', label_ids: [] },
  exclude: { label_ids: [] },
  profile_ids: [],
  rule: null,
  failed_of: null,
  with_held_out: false,
  not_clicked: false,
  messaged: false,
  limit: { max: null, up_to_remaining_quota: false },
}

/** Returns what the copy of a broadcast changes: the people whom a sent one held out stay held out. */
export const repeatOf = ({ id, frozen_at, holdout_share, holdout_off_reason, repeats_id }: BroadcastRow): Sent => ({
  holdout: {
    share: holdout_share ?? HOLDOUT_SHARE,
    off_reason: holdout_off_reason,
    repeats_id: repeats_id ?? (frozen_at === null ? null : id),
  },
})

/** Returns the changes of a copy for the people who got nothing. It has no holdout, and of two texts the one that was chosen. */
export const restOf = (row: BroadcastRow, with_held_out: boolean): Sent => ({
  target: { ...newTarget, type: 'profiles', failed_of: row.id, with_held_out },
  holdout: { share: 0, off_reason: 'rest', repeats_id: null },
  ...(row.text_choice && row.text_choice !== 'half' && { messages: chosenMessages(row), ab_test: null }),
})

const chosenMessages = (row: BroadcastRow) => textsOf(row).find(({ arm }) => arm === row.text_choice)!.messages

/** Returns the changes of a copy for the people who got it and clicked nothing. Held-out people stay held out. */
export const othersOf = (row: BroadcastRow): Sent => ({
  ...repeatOf(row),
  target: { ...newTarget, type: 'profiles', failed_of: row.id, not_clicked: true },
})

/** Returns the parts of a broadcast after a change; what was not sent stays. */
export function withSent(before: Written, sent: Sent): Written {
  const { channel, schedule, holdout, ...rest } = sent
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<Written>
  return {
    name: before.name,
    purpose_id: before.purpose_id,
    target: before.target,
    messages: before.messages,
    quick_replies: before.quick_replies,
    stop_reply: before.stop_reply,
    notification_disabled: before.notification_disabled,
    link_tracking: before.link_tracking,
    ab_test: before.ab_test,
    ...given,
    channel_id: channel === undefined ? before.channel_id : (channel?.channel_id ?? null),
    send_at: schedule === undefined ? before.send_at : schedule.type === 'now' ? null : schedule.send_at,
    time_zone: schedule === undefined ? before.time_zone : schedule.time_zone,
    holdout_share: holdout?.share ?? before.holdout_share ?? HOLDOUT_SHARE,
    holdout_off_reason: holdout === undefined ? before.holdout_off_reason : holdout.off_reason,
    repeats_id: holdout === undefined ? before.repeats_id : holdout.repeats_id,
  }
}

/**
 * Throws not_found if a caller names something that the store does not have, field_closed for a target that tells of closed fields,
 * word_closed for a word that messages may not hold, and invalid_input for a rule that compares with a wrong type.
 */
export async function refuseForeign(
  db: Db,
  storeId: number,
  rights: Rights,
  { channel, purpose_id, target, messages = [], ab_test = null, holdout }: Sent,
  /** As they are stored. */
  before: readonly Message[] = [],
): Promise<void> {
  if (target) await refuseNarrowed(db, storeId, rights, target)
  if (target?.rule) await readRule(db, storeId, rights, target.rule, 'body.target.rule')
  const hasChannel = !channel || (await lineAccountById(db, storeId, channel.channel_id))?.type === channel.type
  const hasPurpose = !purpose_id || (await findPurpose(db, storeId, purpose_id)) !== undefined
  const all = messagesOf({ messages, ab_test })
  await refuseNewWords(db, storeId, rights, all, before)
  await retainFiles(db, storeId, all)
  const hasRepeated = !holdout?.repeats_id || (await findBroadcast(db, storeId, holdout.repeats_id)) !== undefined
  if (!hasChannel || !hasPurpose || !hasRepeated || (target && !(await hasTarget(db, storeId, target))))
    throw new ApiError('not_found')
}

async function hasTarget(
  db: Db,
  storeId: number,
  { include, exclude, profile_ids, failed_of, messaged }: BroadcastTarget,
): Promise<boolean> {
  const labels = new Set([...include.label_ids, ...exclude.label_ids])
  if ((await labelNamesById(db, storeId, [...labels])).size < labels.size) return false
  if ((await peopleNamed(db, storeId, profile_ids)).length < new Set(profile_ids).size) return false
  if (failed_of === null) return !messaged
  return messaged ? isOfAutomation(db, storeId, failed_of) : (await findBroadcast(db, storeId, failed_of)) !== undefined
}

const toAllFaults = ({ holdout_share, ...written }: Written) =>
  toAllFaultsIn({ ...written, holdout: { share: holdout_share ?? HOLDOUT_SHARE } })

/** Throws broadcast_invalid, with each field, if a broadcast cannot be sent as it is. */
export function refuseIncomplete(written: Written): void {
  const fields = [
    ...(written.channel_id === null ? ['body.channel'] : []),
    ...(written.purpose_id === null ? ['body.purpose_id'] : []),
    ...(written.holdout_share === 0 && written.holdout_off_reason === null && !isToAll(written.target)
      ? ['body.holdout.off_reason']
      : []),
    ...[...faultsIn(written), ...abTestFaultsIn(written), ...toAllFaults(written)].map(({ path }) => `body.${path}`),
  ]
  if (fields.length > 0) throw new ApiError('broadcast_invalid', { fields })
}

/** Throws if the person who sends or approves a broadcast may not have its words sent, or the store not count its clicks by customer. */
export async function refuseClosedParts(
  db: Db,
  storeId: number,
  rights: Rights,
  { link_tracking, purpose_id, ...written }: Pick<Written, 'messages' | 'ab_test' | 'link_tracking' | 'purpose_id'>,
): Promise<void> {
  for (const { messages, path } of textsOf(written)) await refuseWords(db, storeId, rights, messages, path)
  if (link_tracking !== 'people') return
  const { click_purpose_ids } = await settingsOf(db, storeId)
  if (!click_purpose_ids.includes(purpose_id ?? 0)) throw new ApiError('clicks_closed')
}
