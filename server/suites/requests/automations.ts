import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import {
  activeAutomation,
  automationDraft,
  automationToApprove,
  pausedAutomation,
} from '../../testing/things/automations.ts'
import { officialAccount } from '../../testing/things/channels.ts'
import { customField } from '../../testing/things/fields.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { label } from '../../testing/things/labels.ts'
import { consentPurpose, ruleOfEveryKind, segment } from '../../testing/things/segments.ts'
import { webhook } from '../../testing/things/webhooks.ts'
import { wordedText } from './broadcasts.ts'
import type { Requests } from './request.ts'

/** A definition with a step of each kind. */
async function definitionOfEveryKind(store: TestStore): Promise<Definition> {
  const labelled = async (id: number) => ({ id, kind: 'label' as const, label_id: await label(store), value: true })
  return {
    trigger: { kind: 'segment_entered', segment_id: await segment(store) },
    repeat: { kind: 'every', days: 30 },
    channel_id: await officialAccount(store),
    steps: [
      { id: 1, kind: 'wait', length: { n: 2, unit: 'hour' }, until: null },
      {
        ...{ id: 2, kind: 'message', name: 'ขอบคุณ', purpose_id: (await consentPurpose(store)).id },
        ...{ messages: [await wordedText(store)], quick_replies: [], stop_reply: true },
        ...{ notification_disabled: false, link_tracking: 'clicks' },
      },
      {
        ...{ id: 3, kind: 'condition', condition: { kind: 'rule', rule: await ruleOfEveryKind(store) } },
        ...{ yes: [await labelled(4)], no: [await labelled(5)] },
      },
      await labelled(6),
      { id: 7, kind: 'value', field_id: await customField(store), value: 'ทอง' },
      { id: 8, kind: 'note', text: 'โทรถาม', follow_up_days: 2 },
      { id: 9, kind: 'event', webhook_id: Number((await webhook(store)).id) },
    ],
    exit: { kind: 'rule', rule: await ruleOfEveryKind(store) },
    ...{ group: null, imports: false, holdout: 10 },
  }
}

const idOf = ({ id }: { id: number }) => ({ id: String(id) })

export const requestsOfAutomations: Requests = {
  'automations.create': async (store) => ({
    body: {
      name: fresh('อัตโนมัติ'),
      definition: await definitionOfEveryKind(store),
      copy_of: (await automationDraft(store)).id,
    },
  }),
  'automations.update': async (store) => {
    const made = await automationDraft(store)
    return {
      params: idOf(made),
      body: { definition: await definitionOfEveryKind(store), origin_time: made.updated_at },
    }
  },
  'automations.start': async (store) => {
    const made = await automationDraft(store)
    return { params: idOf(made), body: { origin_time: made.updated_at } }
  },
  'automations.approve': async (store) => {
    const made = await automationToApprove(store)
    return { params: idOf(made), body: { edition: made.edition } }
  },
  'automations.pause': async (store) => ({ params: idOf(await activeAutomation(store)) }),
  'automations.resume': async (store) => ({ params: idOf(await pausedAutomation(store)) }),
  'automations.stop': async (store) => ({ params: idOf(await activeAutomation(store)) }),
}
