import { activities } from '@ruam/contract/customers/activities.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { MappingSent } from '@ruam/contract/imports/mapping.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { type ExampleStore, sampleItem, samplePeople } from '../../web/open-api/docs/example-store.ts'
import { writeRequests } from '../http/request-log.ts'
import { ingestItems } from '../ingest/receipts/ingest-items.ts'
import { field, madeProfile, rowsOf } from '../testing/customers/profiles.testing.ts'
import { ruleOf, settled } from '../testing/customers/segments.testing.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { coreOf, newStore, type TestStore } from '../testing/store.testing.ts'
import { webhookDelivery } from '../testing/things/webhooks.ts'
import { until } from '../testing/until.testing.ts'

/** Names of the things in the store of the public pages. */
const names = {
  th: { label: 'ลูกค้า VIP', segment: 'ชื่อญาดา', purpose: 'ข่าวสารและโปรโมชัน', till: 'เครื่องขาย สาขา 2' },
  en: { label: 'VIP', segment: 'Called Yada', purpose: 'News and offers', till: 'Till of branch 2' },
} as const

/** Fields that the key of the pages reads and writes: all that a name depends on. More would hide what an answer shows. */
const open = ['prefixName', 'firstName', 'lastName', 'firstNameEN', 'lastNameEN', 'gender', 'phone', 'email']
const openIds = systemFields.filter(({ name }) => open.includes(name)).map(({ id }) => id)

/** An answer: its status, and its body without JSON's text. */
export interface DocsAnswer {
  status: number
  body: unknown
}

/** A store in which the examples of the public pages run in their order, each once. */
export interface DocsScene {
  store: TestStore
  example: ExampleStore
  /** Sends a request that needs no example, by the scene's key or another one. */
  post: (path: string, body: unknown, key?: string) => Promise<DocsAnswer>
  /** Waits for the results of a request that was answered before they were there. */
  ended: (answer: DocsAnswer) => Promise<DocsAnswer>
  /** Takes over the ids of what an example made, and makes again what it deleted. */
  after: (title: string, answer: DocsAnswer) => Promise<void>
}

/** Maps a connector as the mapping step suggests it. */
async function suggestedConnector(store: TestStore, language: Language): Promise<number> {
  const example = sampleItem({ language }, samplePeople[0])
  const { id } = await store.call(connectors.create, { body: { name: names[language].till, example } })
  const params = { id: String(id) }
  const step: Record<string, unknown> = await store.call(connectors.getMapping, { params })
  const kept = Object.keys(MappingSent.shape).flatMap((key) => (step[key] === undefined ? [] : [[key, step[key]]]))
  await store.call(connectors.putMapping, { params, body: MappingSent.parse(Object.fromEntries(kept)) })
  return id
}

/** Makes the store of the public pages. Nobody has sent to it yet. */
export async function docsScene(address: string, language: Language): Promise<DocsScene> {
  const store = await newStore()
  const { id: keyId, credential } = await newCredential(store)
  const closed = 'delete from credential_field where store_id = $1 and credential_id = $2 and field_id <> all($3)'
  await rowsOf(store, closed, keyId, openIds)
  const say = names[language]
  await store.call(activities.makePurchaseType)
  const label = await store.call(labels.create, { body: { name: say.label, color: 'teal', type: 'general' } })
  const rule = {
    kind: 'profile',
    field_id: field.firstName,
    operator: 'eq',
    value: samplePeople[0].name[language],
  } as const
  const segment = await store.call(labels.create, {
    body: { name: say.segment, color: 'teal', type: 'advanced', segment_rule: ruleOf(rule) },
  })
  const purpose = await store.call(consents.createPurpose, { body: { name: say.purpose, description: '' } })
  const hook = await webhookDelivery(store)
  await settled(store)
  const example: ExampleStore = {
    ...{ address, key: credential, language, fields: [], activityTypes: [] },
    ids: {
      ...{ label: label.id, segment: segment.id, purpose: purpose.id, profile: 0, receipt: 0 },
      ...{ connector: await suggestedConnector(store, language) },
      ...{ webhook: Number(hook.id), delivery: Number(hook.delivery_id) },
    },
  }
  const headersOf = (key: string) => ({ authorization: `Bearer ${key}`, 'accept-language': language })
  const post: DocsScene['post'] = async (path, body, key = credential) => {
    const headers = { ...headersOf(key), 'content-type': 'application/json' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    return answerOf(await fetch(`${address}/open-api/v1/${path}`, sent))
  }
  const ended: DocsScene['ended'] = async (answer) => {
    if (answer.status !== 202) return answer
    const { receipt_id, ...sent } = answer.body as { receipt_id: number }
    const core = await coreOf(store)
    const done = await until(async () => {
      await ingestItems(core, store.storeId)
      const reply = await fetch(`${address}/open-api/v1/receipts/${receipt_id}`, { headers: headersOf(credential) })
      const receipt = (await reply.json()) as Record<string, unknown>
      return receipt.status === 'done' && receipt
    })
    const known = Object.keys(sent).map((key) => [key, done[key]])
    return { status: 200, body: { receipt_id, ...Object.fromEntries(known) } }
  }
  const refused = await post('profiles', { phone: '0895550147' })
  if (refused.status !== 422) throw new Error('The request log of the pages holds a refused request')
  const core = await coreOf(store)
  await writeRequests(core.pool, core.config.secretKey)
  return {
    ...{ store, example, post, ended },
    async after(title, { body }) {
      const { ids } = example
      if (/POST .*(v1\/profiles|\/records)$/.test(title)) {
        const { receipt_id, results } = body as { receipt_id: number; results: { profile_id: number }[] }
        Object.assign(ids, { receipt: receipt_id, profile: results[0]!.profile_id })
      }
      // The customer of the examples is new again for the till.
      if (title === 'DELETE /open-api/v1/profiles/{id}')
        ids.profile = (await madeProfile(store, { [field.firstName]: samplePeople[1].name[language] })).id
      if (title === 'DELETE /open-api/v1/webhooks/{id}') {
        const next = await webhookDelivery(store)
        Object.assign(ids, { webhook: Number(next.id), delivery: Number(next.delivery_id) })
      }
    },
  }
}

/** Reads an answer of fetch. */
export async function answerOf(reply: Response): Promise<DocsAnswer> {
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
}
