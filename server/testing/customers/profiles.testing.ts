import { type Profile, profiles } from '@ruam/contract/customers/profiles.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { type Member, type TestStore, testServer } from '../store.testing.ts'

/** Ids of system fields that tests write. */
export const field = {
  firstName: 1,
  lastName: 2,
  birthDate: 8,
  phone: 9,
  citizenId: 10,
  email: 11,
  gender: 12,
  age: 13,
  income: 19,
  lineUserId: 20,
  amount: 23,
} as const

type Values = Record<number, Sent<typeof profiles.create>['body']['fields'][number]['value']>

export const editsOf = (values: Values) => Object.entries(values).map(([id, value]) => ({ id: Number(id), value }))

/** A profile made by hand. */
export function madeProfile(store: Member, values: Values, label_ids: number[] = []): Promise<Profile> {
  return store.call(profiles.create, { body: { fields: editsOf(values), label_ids } })
}

/** Saves values over the version that was read. */
export const save = (store: Member, { id, updated_at }: Profile, values: Values) =>
  store.try(profiles.update, {
    params: { id: String(id) },
    body: { fields: editsOf(values), origin_time: updated_at },
  })

export const valueIn = (profile: Profile, id: number) => profile.fields.find((each) => each.id === id)!.value

/** Reads rows past the wall; $1 is the store. */
export async function rowsOf<T extends object>(store: TestStore, text: string, ...values: unknown[]): Promise<T[]> {
  const { admin } = await testServer()
  return (await admin.query<T>(text, [store.storeId, ...values])).rows
}
