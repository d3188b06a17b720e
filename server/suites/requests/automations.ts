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
import { consentPurpose, ruleOfEveryKind, segment } from '../../testing/things/segments.ts'
import { wordedText } from './broadcasts.ts'
import type { Requests } from './request.ts'

/** A definition with a rule of each kind and steps that take the right to edit customers. */
async function definitionOfEveryKind(store: TestStore): Promise<Definition> {
  const value = async (id: number) => ({ id, kind: 'value' as const, field_id: await customField(store), value: 'ทอง' })
  const message = async (id: number) => ({
    ...{ id, kind: 'message' as const, name: 'ขอบคุณ', purpose_id: (await consentPurpose(store)).id },
    ...{ messages: [await wordedText(store)], quick_replies: [], stop_reply: true },
    ...{ notification_disabled: false, link_tracking: 'clicks' as const },
  })
  return {
    trigger: { kind: 'segment_entered', segment_id: await segment(store) },
    repeat: { kind: 'every', days: 30 },
    channel_id: await officialAccount(store),
    steps: [
      { id: 1, kind: 'wait', length: { n: 2, unit: 'hour' }, until: null },
      await message(2),
      {
        ...{ id: 3, kind: 'condition', condition: { kind: 'rule', rule: await ruleOfEveryKind(store) } },
        ...{ yes: [await value(4), await message(9)], no: [await value(5), await message(10)] },
      },
      await value(6),
      { id: 8, kind: 'note', text: 'โทรถาม', follow_up_days: 2 },
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
