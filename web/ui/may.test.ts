import { auth } from '@ruam/contract/access/auth.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { OWNER, permissions } from '@ruam/contract/platform/permissions.ts'
import { expect, test } from 'vitest'
import { wireEndpoint } from '../data/vite-contract.ts'
import { mayCall } from './may.ts'

const rights = (...held: string[]) => ({ roles: ['staff'], permissions: held })

test('a call opens with its permission, and with any of several', () => {
  expect(mayCall(rights('cdp-core.profile.create'), profiles.create)).toBe(true)
  expect(mayCall(rights('cdp-core.profile.read'), profiles.create)).toBe(false)
  expect(mayCall(rights('cdp-core.datasource.create'), dataSources.putMapping)).toBe(true)
  expect(mayCall(rights('cdp-core.datasource.edit'), dataSources.putMapping)).toBe(true)
  expect(mayCall(rights('cdp-core.datasource.read'), dataSources.putMapping)).toBe(false)
})

test('the owner may make every call, and without a store only those of persons and of everybody are open', () => {
  expect(mayCall({ roles: [OWNER], permissions: [] }, profiles.create)).toBe(true)
  expect(mayCall(undefined, profiles.create)).toBe(false)
  expect(mayCall(undefined, stores.get)).toBe(false)
  expect(mayCall(rights(), stores.get)).toBe(true)
  expect(mayCall(undefined, auth.me)).toBe(true)
  expect(mayCall(undefined, auth.login)).toBe(true)
})

test('the browser gets the permission of a call as the contract states it', () => {
  for (const endpoint of [profiles.create, dataSources.putMapping, stores.get, auth.login]) {
    const sent = JSON.parse(JSON.stringify(wireEndpoint('any', endpoint)))
    expect(sent.permission).toEqual(endpoint.permission)
  }
  expect(permissions).toContain(profiles.create.permission)
})
