import type { preferences } from '@ruam/contract/customers/preferences.ts'
import type { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import type { PlainPage } from '@ruam/contract/customers/profiles.ts'
import type { profileViews } from '@ruam/contract/customers/views.ts'
import { type SystemField, systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Got } from '../../data/api.ts'
import type { Camel } from '../../data/camel.ts'
import { followReads, type ReadKind } from '../../data/stored-reads.ts'
import type { ListedProfile } from './values.ts'

/** System fields that are kept. A page does not say which fields of the store are sensitive: none is kept. */
const all: readonly SystemField[] = systemFields
const kept = new Set(all.filter(({ name, sensitive }) => !sensitive && name !== 'amount').map(({ id }) => id))

const known = <T extends { id: number }>(fields: readonly T[]) => fields.filter(({ id }) => kept.has(id))

const page: ReadKind<Camel<PlainPage>> = {
  name: 'customers',
  call: 'POST /profile/query',
  most: 4,
  pick: ({ fields, labels, data, ...sums }) => ({
    ...sums,
    fields,
    labels,
    data: data.map(({ id, fields, labels, createdAt, updatedAt }) => ({
      id,
      fields: known(fields),
      labels,
      createdAt,
      updatedAt,
    })),
  }),
  // A keyword or a rule may hold a sensitive value.
  keeps: (value, { body }) => 'fields' in value && Object.keys((body as { filter: object }).filter).length === 0,
}

const person: ReadKind<ListedProfile> = {
  name: 'customer',
  call: 'GET /profile/{id}',
  most: 50,
  pick: ({ id, fields, labels, createdAt, updatedAt }) => ({
    id,
    fields: known(fields),
    labels,
    createdAt,
    updatedAt,
  }),
  keeps: ({ deletedAt }) => !deletedAt,
}

const own: ReadKind<Got<typeof preferences.get>> = {
  name: 'preference',
  call: 'GET /preference/user-store',
  pick: (preference) => preference,
}

const views: ReadKind<Got<typeof profileViews.list>> = {
  name: 'views',
  call: 'GET /profile-view',
  pick: (list) => list,
  keeps: ({ data }) => data.every(({ definition }) => !definition.rule && !definition.keyword),
}

const fields: ReadKind<Got<typeof profileFields.list>> = {
  name: 'fields',
  call: 'GET /profile-field',
  pick: (list) => list,
}

/** Shows and keeps copies of the list and of opened customers. */
export const followCustomers = (cache: QueryClient) =>
  followReads(cache, [page, person, own, views, fields] as unknown as readonly ReadKind[])
