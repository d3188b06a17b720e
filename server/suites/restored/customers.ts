import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { privacyRetention } from '@ruam/contract/privacy/retention.ts'
import { addFriend } from '../../../tools/line/state.ts'
import {
  enterAutomation,
  messageAutomation,
  sendDue,
  settledMessages,
} from '../../testing/automations/messages.testing.ts'
import { addPeople, draft, schedule, settled } from '../../testing/broadcasts/broadcasts.testing.ts'
import { dueADayLater, scheduleLater } from '../../testing/broadcasts/to-all.testing.ts'
import { connectLine } from '../../testing/channels/line.testing.ts'
import { type TestStore, testServer } from '../../testing/store.testing.ts'
import { broadcastOfTwoTexts, scheduledBroadcast } from '../../testing/things/broadcasts.ts'
import { officialAccount } from '../../testing/things/channels.ts'
import { myDataPage } from '../../testing/things/privacy.ts'
import { profileId } from '../../testing/things/profiles.ts'
import { segment } from '../../testing/things/segments.ts'
import { until } from '../../testing/until.testing.ts'
import { quiet } from '../backup-scene.ts'
import { act, type Case, isFound, params } from './ended.ts'

const MULTICAST = '/v2/bot/message/multicast'

const channelCase = (title: string, decide: (store: TestStore, channel: number) => Promise<unknown>): Case => ({
  title,
  async make({ store }) {
    const channel = await officialAccount(store)
    const text = "select from channel where store_id = $1 and id = $2 and status <> 'inactive'"
    return { decide: () => decide(store, channel), lives: (there) => isFound(there, store, text, [channel]) }
  },
})

const withdrawnConsent: Case = {
  title: 'a consent that was withdrawn',
  async make({ store, purposeId }) {
    const profile = await profileId(store)
    const record = (operation: 'granted' | 'withdrawn') =>
      store.call(consents.record, {
        body: { profile_id: profile, purpose_id: purposeId, operation, way: 'paper', note: '7' },
      } as never)
    await record('granted')
    const newest = `select from (select status from consent_entry where store_id = $1 and profile_id = $2 and purpose_id = $3
      order by at desc, id desc limit 1) newest where status = 'granted'`
    return {
      decide: () => record('withdrawn'),
      lives: (there) => isFound(there, store, newest, [profile, purposeId]),
    }
  },
}

const restartedConsent: Case = {
  title: 'consents to a former wording',
  async make({ store }) {
    const { id } = await store.call(consents.createPurpose, { body: { name: 'เรื่องที่ถามใหม่', description: 'เดิม' } })
    const words = { text_th: 'ใหม่', text_en: '', channels: ['line' as const], legal_basis: 'consent' as const }
    const { draft } = await store.call(consentWordings.saveDraft, { ...params(id), body: words })
    const former = `select from consent_purpose p where store_id = $1 and id = $2 and not exists (
      select from consent_wording w where w.store_id = $1 and w.purpose_id = p.id and w.restarts and w.since is not null)`
    const body = { choice: 'restart' as const, origin_time: draft!.updated_at, granted: 0 }
    return {
      decide: () => store.call(consentWordings.startDraft, { ...params(id), body }),
      lives: (there) => isFound(there, store, former, [id]),
    }
  },
}

const openGate: Case = {
  title: 'customers under age without a guardian',
  async make({ store }) {
    const open =
      'select from store s where store_id = $1 and not exists (select from privacy_setting where store_id = $1 and age_gate)'
    return {
      decide: () => store.call(consentWordings.setAgeGate, { body: { value: true } }),
      lives: (there) => isFound(there, store, open),
    }
  },
}

const restrictedProfile: Case = {
  title: 'a customer whose use was restricted',
  async make({ store }) {
    const profile = await profileId(store)
    const free = 'select from profile where store_id = $1 and id = $2 and restricted_at is null'
    return {
      decide: () =>
        store.call(profileRestriction.restrict, {
          ...params(profile),
          body: { kind: 'objected', reason: 'ขอทางโทรศัพท์' },
        }),
      lives: (there) => isFound(there, store, free, [profile]),
    }
  },
}

const decidedRequest: Case = {
  title: 'a decided request of a customer',
  async make({ store }) {
    const body = { kind: 'see' as const, source: 'phone' as const, profile_ids: [await profileId(store)] }
    const { id } = await store.call(privacyRequests.create, { body })
    await store.call(privacyRequests.identify, { ...params(id), body: { checks: ['called_back'] } })
    const open = 'select from privacy_request where store_id = $1 and id = $2 and decided_at is null'
    return {
      decide: () =>
        store.call(privacyRequests.decide, { ...params(id), body: { decision: 'refused', reason: 'ไม่ใช่ข้อมูลของร้าน' } }),
      lives: (there) => isFound(there, store, open, [id]),
    }
  },
}

const endedRetention: Case = {
  title: 'a period after which data is deleted, turned off',
  async make({ store }) {
    const save = (months: number | null) => store.call(privacyRetention.save, { body: { kind: 'note', months } })
    await save(3)
    const on = "select from retention_rule where store_id = $1 and kind = 'note' and months is not null"
    return { decide: () => save(null), lives: (there) => isFound(there, store, on) }
  },
}

/** A page of customers, and what closes its address. */
const myDataCase = (title: string, close: (store: TestStore) => Promise<unknown>): Case => ({
  title,
  async make({ store }) {
    const code = await myDataPage(store)
    const open = 'select from my_data_page where store_id = $1 and code = $2 and is_on'
    return { decide: () => close(store), lives: (there) => isFound(there, store, open, [code]) }
  },
})

const hiddenMembers: Case = {
  title: 'members of a segment that were hidden',
  async make({ store }) {
    const id = await segment(store)
    const show = (value: boolean) => store.call(segments.setMembersVisible, { ...params(id), body: { value } })
    await show(true)
    return {
      decide: () => show(false),
      lives: (there) =>
        isFound(there, store, 'select from segment where store_id = $1 and label_id = $2 and members_visible', [id]),
    }
  },
}

/** A broadcast of tomorrow. */
const stoppedCase = (title: string, decide: (store: TestStore, id: number) => Promise<unknown>): Case => ({
  title,
  async make({ store }) {
    const { id } = await scheduledBroadcast(store)
    const waits =
      "select from broadcast where store_id = $1 and id = $2 and status = 'pending' and sub_status = 'scheduled'"
    return { decide: () => decide(store, id), lives: (there) => isFound(there, store, waits, [id]) }
  },
})

/** Sets when LINE is asked again about the chunks of a broadcast whose outcome is unknown. */
const askAgain = async ({ storeId }: TestStore, id: number, at: string) =>
  (await testServer()).admin.query(
    `update broadcast_chunk set next_try_at = now() + $3::interval
     where store_id = $1 and broadcast_id = $2 and status = 'waiting' and tries > 0 and line_status = 500`,
    [storeId, id, at],
  )

/** LINE was called before the backup, and answers after it. */
const answeredMessage: Case = {
  title: 'a message whose acceptance LINE told after the backup',
  async make(scene) {
    const { store, state } = scene
    const { id } = await draft(scene)
    state.faults.push({ path: MULTICAST, kind: 'error', times: 1 })
    await schedule(scene, id)
    await until(async () => (await askAgain(store, id, '1 hour')).rowCount === 1)
    await quiet()
    return {
      async decide() {
        await askAgain(store, id, '0')
        await settled(scene, id)
      },
      lives: (there) =>
        isFound(
          there,
          store,
          "select from broadcast_recipient where store_id = $1 and broadcast_id = $2 and status = 'queued'",
          [id],
        ),
    }
  },
}

/** Makes a customer of a friend, as an event would; the backup knows the friend alone. */
const meetFriend = (store: TestStore) =>
  act(
    store,
    `with made as (insert into profile (store_id, first_name) values ($1, 'มาใหม่') returning id)
     update channel_friend f set profile_id = made.id from made where f.store_id = $1 and f.external_id = (
       select min(external_id) from channel_friend where store_id = $1 and profile_id is null)`,
  )

/** A broadcast of later is due as soon as the backup is made, and sent, also to a friend who has become a customer since. */
const sentMessage: Case = {
  title: 'a broadcast that was sent after the backup',
  async make(scene) {
    const { store } = scene
    const { id } = await draft(scene)
    const later = { type: 'at', send_at: new Date(Date.now() + 3_600_000).toISOString() }
    await schedule(scene, id, { schedule: later })
    const { admin } = await testServer()
    await admin.query('update broadcast set due_at = now() where store_id = $1 and id = $2', [store.storeId, id])
    await quiet()
    const unknown = `select from broadcast b where store_id = $1 and id = $2 and status = 'pending' and sub_status <> 'paused'
      and not exists (select from broadcast_sent s where s.store_id = b.store_id and s.broadcast_id = b.id)`
    return {
      async decide() {
        await meetFriend(store)
        await settled(scene, id)
      },
      lives: (there) => isFound(there, store, unknown, [id]),
    }
  },
}

/** A step is due after the backup: its broadcast is missing in the restored database. */
const messageOfAutomation: Case = {
  title: 'a message of an automation that was sent after the backup',
  async make(scene) {
    const { store } = scene
    // An account of its own: all that is due on one is sent together.
    const own = { ...scene, ...(await connectLine(store)) }
    const [person] = await addPeople(own, 1)
    const automation = await messageAutomation(own)
    const unknown = `select from automation a where store_id = $1 and id = $2
      and not exists (select from automation_sent s where s.store_id = a.store_id and s.automation_id = a.id)`
    return {
      async decide() {
        await sendDue(own, automation, await enterAutomation(own, automation, [person!.id]))
        await settledMessages(own)
      },
      lives: (there) => isFound(there, store, unknown, [automation.id]),
    }
  },
}

/** LINE is called for everyone after the backup, on an account of its own: all that is due on one is sent together. */
const calledForAll = (title: string, held: string): Case => ({
  title,
  async make(scene) {
    const { store } = scene
    const own = { ...scene, ...(await connectLine(store)) }
    addFriend(own.line)
    const id = await scheduleLater(own)
    await quiet()
    return {
      async decide() {
        await dueADayLater(own, id)
        await settled(own, id)
      },
      lives: (there) =>
        isFound(there, store, `select from broadcast where store_id = $1 and id = $2 and ${held}`, [id]),
    }
  },
})

/** The choice of a text by hand, after the backup. */
const chosenText: Case = {
  title: 'the chosen text of an A/B test',
  async make({ store }) {
    const { id } = await broadcastOfTwoTexts(store)
    return {
      decide: () => store.call(broadcasts.winner, { ...params(id), body: { choice: 'b' } }),
      lives: (there) =>
        isFound(there, store, 'select from broadcast where store_id = $1 and id = $2 and text_choice is null', [id]),
    }
  },
}

export const ofCustomers = {
  // First: what is made after it is sent with it.
  message_ended: [answeredMessage],
  message_called: [sentMessage, messageOfAutomation],
  everyone_called: [calledForAll('a call for everyone after the backup', 'called_before is null')],
  everyone_ended: [
    calledForAll(
      'a call for everyone that LINE accepted after the backup',
      "called_before is distinct from 'accepted'",
    ),
  ],
  channel_disconnected: [
    channelCase('an account that was switched off', (store, id) =>
      store.call(lineOa.updateStatus, { ...params(id), body: { status: 'inactive' } } as never),
    ),
    channelCase('a deleted account', (store, id) => store.call(lineOa.delete, params(id))),
  ],
  consent_withdrawn: [withdrawnConsent],
  consent_restarted: [restartedConsent],
  age_gate_on: [openGate],
  profile_restricted: [restrictedProfile],
  privacy_request_decided: [decidedRequest],
  retention_changed: [endedRetention],
  my_data_closed: [
    myDataCase('a page of customers that was turned off', (store) =>
      store.call(myDataSettings.turn, { body: { on: false } }),
    ),
    myDataCase('a page of customers with a new address', (store) => store.call(myDataSettings.renew, {})),
  ],
  members_hidden: [hiddenMembers],
  broadcast_stopped: [
    stoppedCase('a paused broadcast', (store, id) => store.call(broadcasts.pause, params(id))),
    stoppedCase('a cancelled broadcast', (store, id) => store.call(broadcasts.cancel, params(id))),
  ],
  broadcast_text_chosen: [chosenText],
} satisfies Record<string, [Case, ...Case[]]>
