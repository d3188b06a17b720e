import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'
import { fieldBody } from '../../testing/things/fields.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { webhook } from '../../testing/things/webhooks.ts'
import { acceptsItem, type Case, connectorOf, type Ended, isFound, mayCall, mayRead, params } from './ended.ts'

/** A key that reads labels. */
const keyCase = (title: string, decide: (store: TestStore, id: number) => Promise<unknown>): Case => ({
  title,
  async make({ store }) {
    const { id, credential } = await newCredential(store)
    return { decide: () => decide(store, id), lives: (there) => mayCall(there, credential, 'labels') }
  },
})

/** Writes access of a key over the version that is there. */
async function setAccess(store: TestStore, id: number, scopes: string[], fields: object[] = []): Promise<void> {
  const { updated_at: origin_time } = await store.call(apiKeys.get, params(id))
  await store.call(apiKeys.setAccess, { ...params(id), body: { scopes, fields, origin_time } } as never)
}

interface Linked {
  store: TestStore
  token: number
  openApi: number
}

const calls = ['GET /open-api/v1/labels', 'GET /open-api/v1/fields']

/** A token whose open API reads labels. */
const tokenCase = (title: string, decide: (linked: Linked) => Promise<unknown>): Case => ({
  title,
  async make({ store }) {
    const { id: token, credential } = await newCredential(store, { kind: 'token' })
    const body = { name: fresh('Open API'), calls, token_ids: [token] }
    const { id: openApi } = await store.call(openApis.create, { body } as never)
    return {
      decide: () => decide({ store, token, openApi }),
      lives: (there) => mayCall(there, credential, 'labels'),
    }
  },
})

/** Writes an open API over the version that is there. */
async function setOpenApi({ store, token, openApi }: Linked, more: object): Promise<void> {
  const { name, updated_at: origin_time } = await store.call(openApis.get, params(openApi))
  const body = { name, calls, fields: [], token_ids: [token], origin_time, ...more }
  await store.call(openApis.update, { ...params(openApi), body } as never)
}

/** A field that a key reads. */
const fieldCase = (
  title: string,
  decide: (of: { store: TestStore; field: number; version: string; key: number }) => Promise<unknown>,
): Case => ({
  title,
  async make({ store }) {
    const body = fieldBody('field', 'String')
    const { id: field, updated_at } = await store.call(profileFields.create, { body })
    const { id: key, storeId, credential } = await newCredential(store)
    await openFields({ storeId, id: key }, [field])
    return {
      decide: () => decide({ store, field, version: updated_at!, key }),
      lives: (there) => mayRead(there, credential, body.field_name),
    }
  },
})

const fieldOfOpenApi: Case = {
  title: 'a field taken from the list of an open API',
  async make({ store }) {
    const body = fieldBody('field', 'String')
    const { id: field } = await store.call(profileFields.create, { body })
    const { id: token, storeId, credential } = await newCredential(store, { kind: 'token' })
    await openFields({ storeId, id: (await newCredential(store)).id }, [field])
    const fields = [{ field_id: field, read: true, write: null }]
    const made = await store.call(openApis.create, {
      body: { name: fresh('Open API'), calls, fields, token_ids: [token] },
    } as never)
    return {
      decide: () => setOpenApi({ store, token, openApi: made.id }, {}),
      lives: (there) => mayRead(there, credential, body.field_name),
    }
  },
}

const connectorCase = (title: string, decide: (store: TestStore, connector: number) => Promise<unknown>): Case => ({
  title,
  async make({ store }) {
    const { id: token, credential } = await newCredential(store, { kind: 'token' })
    const connector = await connectorOf(store, token)
    return {
      decide: () => decide(store, connector),
      lives: (there) => acceptsItem(there, credential, connector),
    }
  },
})

/** A webhook that is turned on again by its program, with a secret that was made before the backup. */
const webhookCase = (title: string, decide: (credential: string, webhook: number) => Promise<unknown>): Case => ({
  title,
  async make({ store }) {
    const { id } = await webhook(store)
    const { credential } = await newCredential(store)
    return {
      decide: () => decide(credential, id),
      async lives({ app }) {
        const reply = await app.inject({
          ...{ method: 'PATCH', url: `/open-api/v1/webhooks/${id}`, payload: { status: 'active' } },
          headers: { authorization: `Bearer ${credential}` },
        })
        return reply.statusCode === 200
      },
    }
  },
})

const sqlLogin = (title: string, decide: (store: TestStore) => Promise<unknown>): Case => ({
  title,
  async make(): Promise<Ended> {
    const store = await newStore()
    await store.call(profileApi.createLogin, { body: {} })
    return {
      decide: () => decide(store),
      lives: (there) => isFound(there, store, 'select from sql_login where store_id = $1'),
    }
  },
})

const listed = (id: number, write: string | null = 'overwrite') => ({ field_id: id, read: true, write })

export const ofPrograms = {
  credential_ended: [
    keyCase('a revoked key', (store, id) => store.call(apiKeys.revoke, params(id))),
    tokenCase('a deleted token', ({ store, token }) => store.call(apiTokens.delete, params(token))),
    tokenCase('a token that was switched off', ({ store, token }) =>
      store.call(apiTokens.setStatus, { ...params(token), body: { status: 'inactive' } }),
    ),
  ],
  credential_rotated: [
    keyCase('the secret before a rotation', (store, id) =>
      store.call(apiKeys.rotate, { ...params(id), body: { overlap_hours: 0 } } as never),
    ),
  ],
  key_scopes_lowered: [keyCase('a scope taken from a key', (store, id) => setAccess(store, id, ['field:read']))],
  key_field_closed: [
    fieldCase('a field taken from the list of a key', ({ store, key }) =>
      setAccess(store, key, ['profile:read', 'field:read'], [listed(1, null)]),
    ),
  ],
  store_field_closed: [
    fieldCase("a field taken from the store's list", async ({ store, field }) => {
      const { fields } = await store.call(profileApi.get)
      const kept = fields.filter(({ id, read, write }) => id !== field && (read || write))
      const body = { fields: kept.map(({ id, read, write }) => ({ field_id: id, read, write })) }
      await store.call(profileApi.setFields, { body })
    }),
  ],
  open_api_field_closed: [fieldOfOpenApi],
  field_sensitive: [
    fieldCase('a field that became sensitive', ({ store, field, version }) =>
      store.call(profileFields.update, {
        ...params(field),
        body: { sensitive: true, origin_time: version },
      } as never),
    ),
  ],
  open_api_narrowed: [
    tokenCase('a call taken from an open API', (linked) => setOpenApi(linked, { calls: [calls[1]] })),
    tokenCase('an open API that was switched off', ({ store, openApi }) =>
      store.call(openApis.setStatus, { ...params(openApi), body: { status: 'inactive' } }),
    ),
    tokenCase('a deleted open API', ({ store, openApi }) => store.call(openApis.delete, params(openApi))),
  ],
  token_unlinked: [
    tokenCase('a token taken from an open API', async ({ store, token }) => {
      const { updated_at: origin_time } = await store.call(apiTokens.get, params(token))
      await store.call(apiTokens.update, { ...params(token), body: { open_api_ids: [], origin_time } } as never)
    }),
  ],
  connector_closed: [
    connectorCase('a connector that was switched off', (store, id) =>
      store.call(connectors.setStatus, { ...params(id), body: { status: 'inactive' } }),
    ),
    connectorCase('a deleted connector', (store, id) => store.call(connectors.delete, { ...params(id), query: {} })),
  ],
  connector_token_unlinked: [
    connectorCase('a token taken from a connector', async (store, id) => {
      const { updated_at: origin_time } = await store.call(connectors.get, params(id))
      await store.call(connectors.update, { ...params(id), body: { token_ids: [], origin_time } } as never)
    }),
  ],
  webhook_ended: [webhookCase('a deleted webhook', (credential, id) => callAs(credential, 'DELETE', `webhooks/${id}`))],
  webhook_rotated: [
    webhookCase('the former secret of a webhook', (credential, id) =>
      callAs(credential, 'POST', `webhooks/${id}/secret`),
    ),
  ],
  sql_login_ended: [
    sqlLogin('a removed SQL login', (store) => store.call(profileApi.removeLogin)),
    sqlLogin('the password of an SQL login before its change', (store) =>
      store.call(profileApi.createLogin, { body: { rotate: true } }),
    ),
  ],
} satisfies Record<string, [Case, ...Case[]]>
