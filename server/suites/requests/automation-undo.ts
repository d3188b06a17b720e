import { automationWithMessage, usedAutomation } from '../../testing/things/used-automations.ts'
import type { Requests } from './request.ts'

export const requestsOfAutomationUndo: Requests = {
  'automationUndo.people': async (store) => {
    const { id, label } = await usedAutomation(store)
    return { params: { id: String(id) }, query: { what: 'label', of: String(label) } }
  },
  'automationUndo.start': async (store) => {
    const { id, label, field, updated_at } = await usedAutomation(store)
    return {
      params: { id: String(id) },
      body: { labels: [label], fields: [field], notes: true, origin_time: updated_at },
    }
  },
  'automationUndo.draftMessage': async (store) => ({ params: { id: String(await automationWithMessage(store)) } }),
  'automationUndo.events': async (store) => ({ params: { id: String((await usedAutomation(store)).id) } }),
}
