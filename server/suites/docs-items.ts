import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { samplePeople } from '../../web/open-api/docs/example-store.ts'
import { field, madeProfile } from '../testing/customers/profiles.testing.ts'
import { newCredential, openFields } from '../testing/open-api/keys.testing.ts'
import { sumFormula } from '../testing/things/fields.ts'
import type { DocsAnswer, DocsScene } from './docs-scene.ts'

interface Sent {
  kind: 'profiles' | 'activities'
  item: unknown
}

/** An item with what became of it. */
export interface ItemAnswer {
  item: unknown
  result: unknown
}

const known = { phone: '0895550151' }
const profile = (values: object): Sent => ({ kind: 'profiles', item: { values } })
/** A customer with one value that is read with a note or not at all. */
const withValue = (values: object) => profile({ ...known, ...values })

/** Items with one fault each. */
function faults({ ids: { purpose }, language }: DocsScene['example'], computed: string): Sent[] {
  const at = '2026-11-25T10:30:00+07:00'
  const type = language === 'th' ? 'ซื้อสินค้า' : 'Purchase'
  const firstName = samplePeople[0].name[language]
  const sale = { type, at, values: { orderNo: '58214', orderTotal: 350 }, profile: { values: known } }
  const grant = { purpose_id: purpose, operation: 'granted', evidence: 'https://example.com/sign-up v3' }
  return [
    profile({ firstName }),
    profile({ phone: '12-34' }),
    ...[
      '0999999999',
      '895550151',
      '089-555-0151, 089-555-0152',
      '02-555-0151 ต่อ 12',
      '+999 555 0151',
      '08955501x1',
    ].map((phone) => profile({ phone })),
    ...['guest@example.com', 'mali@', 'mali@example'].map((email) => withValue({ email })),
    ...['12345', '1234567890123', '1111111111119', '1-2345-67890-12-'].map((citizenId) => withValue({ citizenId })),
    ...['x', '31/2/2533', '1/1/9999', '31/12/2099', '1/1/1850', '15/2/2470'].map((birthDate) =>
      withValue({ birthDate }),
    ),
    ...['abc', '12345678901234567890'].map((income) => withValue({ income })),
    withValue({ isMember: 'maybe' }),
    withValue({ company: 'Shop '.repeat(7000) }),
    withValue({ email: `${'mali'.repeat(80)}@example.com` }),
    withValue({ nickname: 'Da' }),
    withValue({ [computed]: 1 }),
    { kind: 'profiles', item: { id: 999_999, values: { firstName } } },
    { kind: 'profiles', item: { values: firstName } },
    { kind: 'profiles', item: { values: known, consents: [{ ...grant, evidence: '' }] } },
    { kind: 'profiles', item: { values: known, consents: [{ ...grant, purpose_id: 999_999 }] } },
    profile({ phone: '0895550152', email: 'yada@example.com' }),
    { kind: 'activities', item: { ...sale, type: 'Other' } },
    { kind: 'activities', item: { ...sale, at: '' } },
    { kind: 'activities', item: { ...sale, reference: '58214' } },
    { kind: 'activities', item: { ...sale, reference: '58214', values: { orderNo: '58214', orderTotal: 1 } } },
  ]
}

/** An item whose long text is cut, as a page shows it. */
const shortened = (item: unknown): unknown =>
  JSON.parse(JSON.stringify(item), (_, value: unknown) =>
    typeof value === 'string' && value.length > 200 ? `${value.slice(0, 20)}…` : value,
  )

/** Returns, by name, an item of each error that items alone can have, with its result. */
export async function itemsWithErrors({ store, example, post, ended }: DocsScene) {
  const { id, storeId, credential } = await newCredential(store)
  const body = { field_name: 'isMember', display_name: 'isMember', data_type: 'Boolean' as const }
  await store.call(profileFields.create, { body })
  const computed = 'totalSpent'
  const formula = await sumFormula(store)
  await store.call(profileFields.create, {
    body: { field_name: computed, display_name: computed, data_type: 'Number', formula },
  })
  await openFields({ id, storeId })
  await madeProfile(store, { [field.firstName]: 'ญาดา', [field.phone]: '0895550151' })
  await madeProfile(store, { [field.firstName]: 'มาลี', [field.phone]: '0895550152' })
  await madeProfile(store, { [field.firstName]: 'ปิติ', [field.email]: 'yada@example.com' })
  const found = new Map<string, ItemAnswer>()
  const send = async ({ kind, item }: Sent, key: string) => {
    const answer: DocsAnswer = await ended(await post(`${kind}/batch`, { items: [item] }, key))
    const [result] = (answer.body as { results: { error: string | null }[] }).results
    if (result?.error && !found.has(result.error)) found.set(result.error, { item: shortened(item), result })
  }
  for (const sent of faults(example, computed)) await send(sent, credential)
  // A key that reads and writes less.
  const { credential: less } = await newCredential(store, { scopes: ['profile:read', 'profile:write'] })
  await send(withValue({ citizenId: '1101700230708' }), less)
  const consents = [{ purpose_id: example.ids.purpose, operation: 'withdrawn' }]
  await send({ kind: 'profiles', item: { values: known, consents } }, less)
  return found
}
