import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { newCredential, newOpenApi } from '../../testing/open-api/keys.testing.ts'
import { type TestStore, testServer } from '../../testing/store.testing.ts'
import { connectorId, deadLetter, letterRequest, mappedConnector, tillItem } from '../../testing/things/connectors.ts'
import { customField } from '../../testing/things/fields.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { label } from '../../testing/things/labels.ts'
import { profileId } from '../../testing/things/profiles.ts'
import { consentPurpose } from '../../testing/things/segments.ts'
import { webhook, webhookDelivery } from '../../testing/things/webhooks.ts'
import { labelledProfile } from './customers.ts'
import { fullMapping } from './imports.ts'
import type { Requests } from './request.ts'

/** Takes the SQL login of a store away, so that another one can be made. */
async function removeSqlLogin({ userId }: TestStore) {
  const { admin } = await testServer()
  await admin.query('delete from sql_login where store_id in (select store_id from store_member where user_id = $1)', [
    userId,
  ])
}

/** The parts of an open API that name something. */
const openApiParts = async (store: TestStore) => ({
  calls: ['GET /open-api/v1/labels'],
  fields: [{ field_id: await customField(store), read: true, write: null }],
  token_ids: [(await newCredential(store, { kind: 'token' })).id],
})

export const requestsOfOpenApi: Requests = {
  'profileApi.setFields': async (store) => ({
    body: { fields: [{ field_id: await customField(store), read: true, write: false }] },
  }),
  'profileApi.createLogin': async (store) => {
    await removeSqlLogin(store)
    return { body: {} }
  },
  'profileApi.removeLogin': async (store) => {
    await removeSqlLogin(store)
    await store.call(profileApi.createLogin, { body: {} })
    return {}
  },
  'apiKeys.create': async (store) => ({
    body: {
      name: fresh('คีย์'),
      scopes: ['profile:read'],
      fields: [{ field_id: await customField(store), read: true, write: null }],
      succeeds: (await newCredential(store)).id,
    },
  }),
  'apiKeys.setAccess': async (store) => {
    const { id } = await newCredential(store)
    const { updated_at: origin_time } = await store.call(apiKeys.get, { params: { id: String(id) } })
    const fields = [{ field_id: await customField(store), read: true, write: null }]
    return { params: { id: String(id) }, body: { scopes: ['profile:read'], fields, origin_time } }
  },
  'apiTokens.create': async (store) => ({
    body: { name: fresh('โทเคน'), open_api_ids: [(await newOpenApi(store)).id] },
  }),
  'apiTokens.update': async (store) => {
    const { id } = await newCredential(store, { kind: 'token' })
    const { updated_at: origin_time } = await store.call(apiTokens.get, { params: { id: String(id) } })
    const body = { name: fresh('โทเคน'), open_api_ids: [(await newOpenApi(store)).id], origin_time }
    return { params: { id: String(id) }, body }
  },
  'openApis.create': async (store) => ({ body: { name: fresh('Open API'), ...(await openApiParts(store)) } }),
  'openApis.update': async (store) => {
    const { id, updated_at: origin_time } = await newOpenApi(store)
    return {
      params: { id: String(id) },
      body: { name: fresh('Open API'), ...(await openApiParts(store)), origin_time },
    }
  },
  'connectors.create': async (store) => {
    const { id: token } = await newCredential(store, { kind: 'token' })
    return { body: { name: fresh('ตัวเชื่อม'), example: tillItem, token_ids: [token] } }
  },
  'connectors.update': async (store) => {
    const id = await connectorId(store)
    const { updated_at: origin_time } = await store.call(connectors.get, { params: { id: String(id) } })
    return { params: { id: String(id) }, body: { name: fresh('ตัวเชื่อม'), origin_time } }
  },
  'connectorItems.sendRecords': async (store) => ({
    params: { id: String(await mappedConnector(store)) },
    body: tillItem,
  }),
  'connectorItems.test': async (store) => ({
    params: { id: String(await mappedConnector(store)) },
    body: { items: [tillItem] },
  }),
  'connectorItems.replay': async (store) => letterRequest(await deadLetter(store)),
  'connectorItems.tryReplay': async (store) => letterRequest(await deadLetter(store)),
  'connectorItems.mend': async (store) => {
    const { params, body } = letterRequest(await deadLetter(store))
    return { params, body: { ...body, text: '0899999999' } }
  },
  'connectorItems.discard': async (store) => letterRequest(await deadLetter(store)),
  'connectorItems.answer': async (store) => {
    const { params, body } = letterRequest(await deadLetter(store))
    return { params, body: { ...body, answer: 'same' } }
  },
  'connectors.addExample': async (store) => ({
    params: { id: String(await connectorId(store)) },
    body: { example: tillItem },
  }),
  'connectors.putMapping': async (store) => ({
    params: { id: String(await connectorId(store)) },
    body: await fullMapping(store),
  }),
  'openApiReading.profiles': async () => ({ query: { limit: '10' } }),
  'openApiReading.find': async (store) => ({ body: { kind: 'id', value: String(await profileId(store)) } }),
  'programWebhooks.create': async (store) => ({
    params: { id: String((await webhook(store)).credential) },
    body: { url: 'https://example.com/ruam', types: ['label.added'] },
  }),
  'programWebhooks.update': async (store) => {
    const { id, credential, updated_at: origin_time } = await webhook(store)
    const body = { url: 'https://example.com/others', types: ['label.removed' as const], origin_time }
    return { params: { id: String(credential), webhook: String(id) }, body }
  },
  'programWebhooks.setStatus': async (store) => {
    const { id, program } = await webhookDelivery(store)
    return { params: { id: program, webhook: id }, body: { status: 'paused' } }
  },
  'openApiWebhooks.create': async () => ({ body: { url: 'https://example.com/ruam', types: ['label.added'] } }),
  'openApiWebhooks.update': async (store) => ({
    params: { id: String((await webhook(store)).id) },
    body: { status: 'paused' },
  }),
  'openApiChanging.removeLabel': labelledProfile,
  'openApiChanging.labelProfiles': async (store) => ({
    params: { id: String(await label(store)) },
    body: { add: [await profileId(store)] },
  }),
  'openApiChanging.recordConsent': async (store) => ({
    params: { id: String(await profileId(store)) },
    body: { purpose_id: (await consentPurpose(store)).id, operation: 'granted', evidence: 'แบบฟอร์มหน้าร้าน' },
  }),
}
