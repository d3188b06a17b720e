import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { paintedPicture } from '../../testing/broadcasts/picture.testing.ts'
import { newSound, newVideo } from '../../testing/broadcasts/recording.testing.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import {
  awaitingBroadcast,
  broadcastDraft,
  broadcastOfTwoTexts,
  broadcastPausedByRestore,
  broadcastTemplate,
  failedBroadcast,
  newLocation,
  pausedBroadcast,
  savedLocation,
  scheduledBroadcast,
} from '../../testing/things/broadcasts.ts'
import { lineCoupon, officialAccount } from '../../testing/things/channels.ts'
import { customField } from '../../testing/things/fields.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { label } from '../../testing/things/labels.ts'
import { profileId } from '../../testing/things/profiles.ts'
import { consentPurpose, ruleOfEveryKind } from '../../testing/things/segments.ts'
import type { Requests } from './request.ts'

/** The parts of a broadcast that name something. */
export async function broadcastParts(store: TestStore) {
  return {
    channel: { type: 'lineOA' as const, channel_id: await officialAccount(store) },
    purpose_id: (await consentPurpose(store)).id,
    target: {
      type: 'segments' as const,
      include: { condition: 'or' as const, label_ids: [await label(store)] },
      exclude: { label_ids: [await label(store)] },
      profile_ids: [await profileId(store)],
      rule: await ruleOfEveryKind(store),
      failed_of: (await failedBroadcast(store)).id,
    },
    holdout: { share: 20, off_reason: null, repeats_id: (await failedBroadcast(store)).id },
    messages: [await wordedText(store)],
    ab_test: {
      messages: [await wordedText(store)],
      share: 10,
      decide: 'by_hand' as const,
      hours: 24,
      tie: 'half' as const,
    },
  }
}

export const wordedText = async (store: TestStore) => ({
  type: 'text' as const,
  text: WORD_MARK,
  words: [{ field_id: await customField(store), fallback: 'ลูกค้า' }],
})

export const requestsOfBroadcasts: Requests = {
  'broadcasts.create': async (store) => ({ body: { name: fresh('บรอดแคสต์'), ...(await broadcastParts(store)) } }),
  'broadcasts.update': async (store) => {
    const { id, updated_at: origin_time } = await broadcastDraft(store)
    return { body: { id, origin_time, ...(await broadcastParts(store)) } }
  },
  'broadcasts.target': async (store) => {
    const { channel, target, purpose_id } = await broadcastParts(store)
    return { body: { channel, target, purpose_id } }
  },
  'broadcasts.excluded': async (store) => {
    const { channel, target, purpose_id } = await broadcastParts(store)
    return { body: { channel, target, purpose_id } }
  },
  'broadcasts.preview': async (store) => {
    const { channel, target, purpose_id } = await broadcastParts(store)
    return { body: { channel, target, purpose_id, field_ids: [await customField(store)] } }
  },
  'broadcasts.approve': async (store) => ({
    params: { id: String((await awaitingBroadcast(store)).id) },
    body: { version: 1 },
  }),
  'broadcasts.pause': async (store) => ({ params: { id: String((await scheduledBroadcast(store)).id) } }),
  'broadcasts.resume': async (store) => ({ params: { id: String((await pausedBroadcast(store)).id) } }),
  'restoreHold.release': async (store) => ({
    body: { kind: 'broadcast', id: (await broadcastPausedByRestore(store)).id },
  }),
  'broadcasts.cancel': async (store) => ({ params: { id: String((await scheduledBroadcast(store)).id) } }),
  'broadcasts.calendar': async (store) => ({
    query: { channel_id: String(await officialAccount(store)), month: '2026-11' },
  }),
  'broadcasts.move': async (store) => {
    const { id, updated_at: origin_time } = await broadcastDraft(store)
    const send_at = new Date(Date.now() + 3 * 86_400_000).toISOString()
    return { params: { id: String(id) }, body: { send_at, origin_time } }
  },
  'broadcasts.effects': async (store) => ({ query: { ids: String((await failedBroadcast(store)).id) } }),
  'broadcasts.monthEffect': async () => ({ query: { month: '2026-10' } }),
  'broadcasts.retry': async (store) => ({ params: { id: String((await failedBroadcast(store)).id) } }),
  'broadcasts.winner': async (store) => ({
    params: { id: String((await broadcastOfTwoTexts(store)).id) },
    body: { choice: 'b' },
  }),
  'broadcastSettings.put': async (store) => {
    const testers = { tester_ids: [await profileId(store)], purpose_id: (await consentPurpose(store)).id }
    const rules = { price: 0.2, unknown_consent: 'send' as const, quiet_hours: null, weekly_cap: null }
    const { updated_at: origin_time } = await store.call(broadcastSettings.get, {})
    return {
      body: {
        ...testers,
        ...rules,
        approval: false,
        per_object: false,
        click_purpose_ids: [testers.purpose_id],
        origin_time,
      },
    }
  },
  'coupons.create': async (store) => ({
    params: { channel_id: String(await officialAccount(store)) },
    body: {
      title: 'ลด 30 บาท',
      starts_at: '2026-11-28T00:00:00Z',
      ends_at: '2126-11-28T00:00:00Z',
      reward: { type: 'discount', price: { type: 'fixed', amount: 30 } },
    },
  }),
  'coupons.close': async (store) => ({ params: await lineCoupon(store) }),
  'savedLocations.create': async () => ({ body: newLocation() }),
  'savedLocations.update': async (store) => {
    const { id, updated_at: origin_time } = await savedLocation(store)
    return { params: { id: String(id) }, body: { ...newLocation(), origin_time } }
  },
  'broadcastTemplates.create': async (store) => {
    const { messages } = await broadcastParts(store)
    return { body: { name: fresh('เทมเพลต'), messages } }
  },
  'broadcastTemplates.rename': async (store) => {
    const { id, updated_at: origin_time } = await broadcastTemplate(store)
    return { params: { id: String(id) }, body: { name: fresh('เทมเพลต'), origin_time } }
  },
  'media.upload': async () => ({ file: await paintedPicture(9, 9) }),
  'media.uploadRich': async () => ({ file: await paintedPicture(9, 9) }),
  'media.uploadVideo': async () => ({ file: newVideo({ seconds: 5 }) }),
  'media.uploadAudio': async () => ({ file: newSound(5) }),
}
