import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { titleOf } from '@ruam/contract/platform/endpoint.ts'
import { type Permission, permissions } from '@ruam/contract/platform/permissions.ts'
import { type Scope, scopeNames } from '@ruam/contract/platform/scopes.ts'
import { calls } from '../calls.ts'
import type { Chance } from './chance.ts'
import type { World } from './world.ts'

// Who asks in a world: people without the right to sensitive values, and programs whose lists close the fields for reading.

const RIGHT = 'cdp-core.profile-sensitive.read'
const others = permissions.filter((permission) => permission !== RIGHT)

/** Members with different rights. Plain fields are open to every member, so that worlds that differ in those have none. */
export async function addPeople({ store, kind, callers }: World, chance: Chance): Promise<void> {
  const sets: [string, readonly Permission[]][] = [
    ['every right but one', others],
    ['every right but one, again', others],
    ['analyst', ['cdp-core.dashboard.read', 'cdp-core.profile.read', 'cdp-core.label.read']],
    ['data staff', others.filter((right) => /datasource|field|profile\.(read|create|edit)|label\.read/.test(right))],
    ['some rights', chance.some(others)],
    ['without merging', others.filter((right) => right !== 'cdp-core.profile.merge')],
  ]
  if (kind === 'unopened') return
  for (const [name, granted] of sets)
    callers.push({ kind: 'person', name, member: await store.member(granted), permissions: new Set(granted) })
}

// A connector names its tokens itself.
const programCalls = calls.filter(
  ({ name, endpoint }) => endpoint.permission === 'program' && name !== 'connectorItems.sendRecords',
)

/** Keys and tokens that read open fields, and write closed ones as often as not. */
export async function addPrograms(world: World, chance: Chance): Promise<void> {
  const { store, kind } = world
  const { fields } = await store.call(profileApi.get)
  // A computed field is listed as open: the field that it is computed from closes it.
  const closed = new Set(world.closed.map(({ id }) => id))
  // The store's list may open what the lists of its programs close.
  world.opensAll = kind === 'unopened' && chance.is(0.5)
  const list = fields.map(({ id, computed }) => ({
    field_id: id,
    read: world.opensAll || !closed.has(id),
    write: !computed,
  }))
  await store.call(profileApi.setFields, { body: { fields: list } })
  const listed = () =>
    fields.map(({ id, computed }) => ({
      field_id: id,
      read: !closed.has(id) && (id < 10 || chance.is(0.8)),
      write: computed ? null : chance.pick(['overwrite', 'overwrite', 'fill', null] as const),
    }))
  const plain = scopeNames.filter((scope) => scope !== 'profile-sensitive:read')
  const random = () => [...new Set([chance.pick(plain), ...chance.some(plain, 0.4)])]
  const scopesOf: [string, Scope[]][] = [
    ['all but sensitive', [...plain]],
    ['all scopes', [...scopeNames]],
    ['profile:write alone', ['profile:write']],
    ['activity:write alone', ['activity:write']],
    ['sends alone', ['profile:write', 'activity:write', 'event:write']],
    ['random', random()],
    ['random again', random()],
  ]
  for (const [name, scopes] of scopesOf) {
    const { key } = await store.call(apiKeys.create, { body: { name, scopes, fields: listed() } })
    world.callers.push({ kind: 'program', name, credential: key, scopes: new Set(scopes), calls: undefined })
  }
  const titles = programCalls.map(({ endpoint }) => titleOf(endpoint))
  const named: [string, string[]][] = [
    ['token of every call', titles],
    ['token that sends alone', titles.filter((title) => /^POST.*(profiles|activities)(\/batch)?$/.test(title))],
  ]
  for (const [name, opened] of named) {
    const { id, token } = await store.call(apiTokens.create, { body: { name } })
    await store.call(openApis.create, { body: { name, calls: opened, fields: listed(), token_ids: [id] } })
    world.callers.push({ kind: 'program', name, credential: token, scopes: new Set(), calls: new Set(opened) })
  }
}
