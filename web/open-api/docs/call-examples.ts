import { type ExampleStore, sampleActivity, sampleItem, samplePeople, sampleProfile } from './example-store.ts'

/** What an example of a call sends. */
interface Example {
  /** Values of the path's parameters. */
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string>>
  idempotencyKey?: string
  body?: unknown
}

const [first, second] = samplePeople
const EVIDENCE = 'https://example.com/sign-up v3'

/** Examples of the calls of programs, by title. Those that send a customer do so for either of the two. */
export const callExamples: Readonly<Record<string, (store: ExampleStore, person?: typeof first) => Example>> = {
  'POST /open-api/v1/profiles': (store, person = first) => ({
    idempotencyKey: `customer-${person.receipt}`,
    body: { values: sampleProfile(store, person) },
  }),
  'POST /open-api/v1/profiles/batch': (store) => ({
    idempotencyKey: 'customers-2026-11-25',
    body: {
      items: [
        { values: sampleProfile(store, first) },
        {
          values: { phone: second.phone.written, email: 'mali@example.com' },
          consents: [{ purpose_id: store.ids.purpose, operation: 'granted', evidence: EVIDENCE }],
        },
      ],
    },
  }),
  'POST /open-api/v1/activities': (store) => ({
    idempotencyKey: 'receipt-58211',
    body: sampleActivity(store, '58211'),
  }),
  'POST /open-api/v1/activities/batch': (store) => ({
    idempotencyKey: 'receipts-2026-11-25',
    body: { items: [sampleActivity(store, '58211'), sampleActivity(store, '58212')] },
  }),
  'POST /open-api/v1/profiles/{id}/labels': ({ ids }) => ({
    params: { id: ids.profile },
    body: { label_ids: [ids.label] },
  }),
  'DELETE /open-api/v1/profiles/{id}/labels/{label}': ({ ids }) => ({ params: { id: ids.profile, label: ids.label } }),
  'POST /open-api/v1/labels/{id}/profiles': ({ ids }) => ({ params: { id: ids.label }, body: { add: [ids.profile] } }),
  'DELETE /open-api/v1/profiles/{id}': ({ ids }) => ({ params: { id: ids.profile } }),
  'POST /open-api/v1/profiles/{id}/consents': ({ ids }) => ({
    params: { id: ids.profile },
    body: { purpose_id: ids.purpose, operation: 'granted', evidence: EVIDENCE },
  }),
  'POST /open-api/v1/connectors/{id}/records': (store, person = first) => ({
    params: { id: store.ids.connector },
    idempotencyKey: `order-${person.receipt}`,
    body: sampleItem(store, person),
  }),
  'GET /open-api/v1/receipts/{id}': ({ ids }) => ({ params: { id: ids.receipt } }),
  'GET /open-api/v1/profiles': () => ({ query: { limit: '10' } }),
  'POST /open-api/v1/profiles/find': () => ({ body: { kind: 'phone', value: first.phone.written } }),
  'GET /open-api/v1/profiles/{id}': () => ({ params: { id: `phone:${first.phone.plain}` } }),
  'GET /open-api/v1/profiles/{id}/activities': ({ ids }) => ({ params: { id: ids.profile } }),
  'GET /open-api/v1/changes': () => ({}),
  'GET /open-api/v1/requests': () => ({ query: { outcome: 'refused' } }),
  'GET /open-api/v1/labels': () => ({}),
  'GET /open-api/v1/purposes': () => ({}),
  'GET /open-api/v1/segments': () => ({}),
  'GET /open-api/v1/segments/{id}/members': ({ ids }) => ({ params: { id: ids.segment } }),
  'GET /open-api/v1/fields': () => ({}),
  'GET /open-api/v1/broadcasts': () => ({}),
  'GET /open-api/v1/webhooks': () => ({}),
  'POST /open-api/v1/webhooks': () => ({
    body: { url: 'https://example.com/ruam', types: ['label.added', 'consent.changed'] },
  }),
  'PATCH /open-api/v1/webhooks/{id}': ({ ids }) => ({ params: { id: ids.webhook }, body: { types: ['label.added'] } }),
  'DELETE /open-api/v1/webhooks/{id}': ({ ids }) => ({ params: { id: ids.webhook } }),
  'POST /open-api/v1/webhooks/{id}/secret': ({ ids }) => ({ params: { id: ids.webhook } }),
  'GET /open-api/v1/webhooks/{id}/deliveries': ({ ids }) => ({ params: { id: ids.webhook } }),
  'POST /open-api/v1/webhooks/{id}/deliveries/{delivery_id}/send': ({ ids }) => ({
    params: { id: ids.webhook, delivery_id: ids.delivery },
  }),
}
