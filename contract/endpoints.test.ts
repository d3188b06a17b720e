import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { features } from './endpoints.ts'
import { bodyBytesOf, type Endpoint, feature } from './platform/endpoint.ts'
import { permissions } from './platform/permissions.ts'

interface Node {
  /** References are defined in $defs. */
  $ref?: string
  $defs?: Record<string, Node>
  type?: string
  maxLength?: number
  maxItems?: number
  pattern?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  additionalProperties?: unknown
}

const all = Object.entries(features).flatMap(([feature, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

/** Objects in request bodies that accept unknown keys. */
function openObjects(node: Node, place: string): string[] {
  const inner = [
    ...Object.entries(node.$defs ?? {}).flatMap(([name, value]) => openObjects(value, name)),
    ...Object.entries(node.properties ?? {}).flatMap(([key, value]) => openObjects(value, `${place}.${key}`)),
    ...(node.items ? openObjects(node.items, `${place}[]`) : []),
    ...(node.anyOf ?? []).flatMap((one) => openObjects(one, place)),
  ]
  return node.type === 'object' && node.additionalProperties !== false ? [place, ...inner] : inner
}

/** The keys of an answer that are not snake_case. */
function oddKeys(node: Node): string[] {
  const own = Object.keys(node.properties ?? {}).filter((key) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(key))
  return [
    ...own,
    ...[
      ...Object.values(node.$defs ?? {}),
      ...Object.values(node.properties ?? {}),
      ...(node.items ? [node.items] : []),
      ...(node.anyOf ?? []),
    ].flatMap(oddKeys),
  ]
}

/** Bytes of the longest body that a schema allows, every letter a Thai one; an id has 16 digits. */
function mostBytes(node: Node): number {
  // Recursive schemas have no maximum length.
  if (node.$ref) return Number.POSITIVE_INFINITY
  if (node.anyOf) return Math.max(...node.anyOf.map(mostBytes))
  if (node.enum ?? node.const) return Math.max(...(node.enum ?? [node.const]).map((one) => JSON.stringify(one).length))
  if (node.type === 'object')
    return Object.entries(node.properties ?? {}).reduce(
      (sum, [key, value]) => sum + key.length + 4 + mostBytes(value),
      2,
    )
  if (node.type === 'array') return 2 + (node.maxItems ?? Number.POSITIVE_INFINITY) * (1 + mostBytes(node.items!))
  if (node.type === 'string') return 2 + (node.maxLength === undefined ? 100 : 3 * node.maxLength)
  return 16
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Node

describe('every endpoint', () => {
  test('has an address and a method of its own', () => {
    const addresses = all.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(addresses.filter((address, place) => addresses.indexOf(address) !== place)).toEqual([])
  })

  test.each(all)('%s asks for a permission that exists', (_, { permission }) => {
    const asked = typeof permission === 'string' ? [permission] : permission
    expect(asked.length).toBeGreaterThan(0)
    const known: string[] = [...permissions, 'member', 'person', 'program', 'public', 'signed']
    expect(asked.filter((one) => !known.includes(one))).toEqual([])
  })

  test('asks for a permission of the store, but for these', () => {
    const open = (access: string) => all.filter(([, { permission }]) => permission === access).map(([name]) => name)
    expect(open('public')).toEqual([
      'setup.status',
      'setup.link',
      'setup.create',
      'auth.login',
      'auth.refresh',
      'auth.confirmEmail',
      'auth.forgot',
      'auth.reset',
      'auth.oidcStart',
      'auth.oidcCallback',
      'auth.invitation',
      'auth.acceptInvitation',
      'passkeys.signInChallenge',
      'passkeys.signIn',
      'passkeys.signInByCode',
      'myData.page',
      'myData.login',
      'myData.callback',
      'myData.act',
      'myDataLink.page',
      'myDataLink.act',
      'exports.download',
      'richMenuLinks.open',
      'media.get',
      'media.getWidth',
      'stickers.picture',
      'links.open',
    ])
    expect(open('person')).toEqual([
      'auth.logout',
      'auth.me',
      'auth.updateMe',
      'auth.password',
      'auth.changeEmail',
      'auth.sessions',
      'auth.endSession',
      'auth.endSessions',
      'passkeys.list',
      'passkeys.challenge',
      'passkeys.add',
      'passkeys.rename',
      'passkeys.remove',
      'passkeys.renewCodes',
      'passkeys.confirm',
      'users.stores',
      'stores.token',
      'stores.create',
      'stores.sandbox',
      'stores.restore',
    ])
    expect(open('member')).toEqual([
      'stores.get',
      'stores.rights',
      'stores.delete',
      'secondFactor.set',
      'dpa.status',
      'dpa.decide',
      'dpa.change',
      'dpa.detail',
      'dpa.consentee',
      'rightRequests.create',
      'setupRequests.get',
      'setupRequests.create',
      'people.leave',
      'masterData.keywords',
      'masterData.systemFields',
      'masterData.scopes',
      'locations.regions',
      'locations.provinces',
      'locations.districts',
      'preferences.get',
      'preferences.put',
      'tutorial.list',
      'tutorial.put',
      'push.token',
      'wms.providers',
    ])
  })

  test('does not compile when it writes or hands out a file and does not say what the audit log calls it', () => {
    const stated = { path: '/note', summary: ['อ่านโน้ต', 'Read notes'], permission: 'member' } as const
    // @ts-expect-error
    feature({ write: { ...stated, method: 'POST' } })
    // @ts-expect-error
    feature({ file: { ...stated, method: 'GET', download: true } })
    feature({ read: { ...stated, method: 'GET' } })
  })

  test('does not compile without a summary', () => {
    // @ts-expect-error
    feature({ read: { method: 'GET', path: '/note', permission: 'member' } })
  })

  test('is written into the audit log where it writes or hands out a file, but for these', () => {
    const acting = all.filter(([, { method, download }]) => method !== 'GET' || download)
    expect(acting.filter(([, { audit }]) => !audit).map(([name]) => name)).toEqual([
      'setup.link',
      'auth.refresh',
      'auth.changeEmail',
      'auth.forgot',
      'auth.invitation',
      'passkeys.challenge',
      'passkeys.rename',
      'passkeys.confirm',
      'passkeys.signInChallenge',
      'stores.token',
      'dpa.status',
      'dpa.detail',
      'dpa.consentee',
      'rightRequests.create',
      'setupRequests.create',
      'profiles.query',
      'myDataSettings.check',
      'myData.act',
      'myDataLink.act',
      'profileViews.create',
      'profileViews.update',
      'profileViews.delete',
      'profileBulk.preview',
      'profileFields.formulaPreview',
      'profileFields.typePreview',
      'dataSources.validate',
      'dataSources.import',
      'understanding.describe',
      'mending.open',
      'importUndo.undoPreview',
      'segments.estimate',
      'segments.estimateSpend',
      'activities.fieldTypePreview',
      'preferences.put',
      'consentWordings.saveDraft',
      'consentWordings.discardDraft',
      'workListCalls.mark',
      'tutorial.put',
      'system.send',
      'exports.preview',
      'exports.link',
      'lineOa.validateToken',
      'answers.test',
      'watches.test',
      'watches.testChange',
      'webhooks.line',
      'webhooks.facebook',
      'webhooks.facebookChallenge',
      'broadcasts.target',
      'broadcasts.excluded',
      'broadcasts.preview',
      'broadcasts.usage',
      'media.get',
      'media.getWidth',
      'stickers.picture',
      // A rehearsal changes no customer and sends nothing.
      'automationRehearsals.start',
      // A trial keeps nothing. Items of programs are rows of runs, whose ends are written.
      'connectorItems.test',
      'connectorItems.tryReplay',
      'connectorItems.sendRecords',
      'programs.resend',
      'openApiReading.find',
      'openApiSending.sendProfile',
      'openApiSending.sendProfiles',
      'openApiSending.sendActivity',
      'openApiSending.sendActivities',
      'notifications.read',
      'push.token',
      'olderDataSources.nameExists',
      'olderBroadcasts.target',
    ])
  })

  test.each(all)('%s names its act as the audit log does', (_, { audit }) => {
    expect(audit || 'none_stated').toMatch(/^[a-z]+(_[a-z]+)+$/)
  })

  test.each(all)(
    '%s takes the version that an edit was made over where a stale one is refused',
    (_, { stale, body }) => {
      const { properties = {} } = body ? schemaOf(body, 'input') : {}
      expect('origin_time' in properties).toBe(stale !== undefined)
    },
  )

  test.each(all)('%s names the parameters of its address, no more and no fewer', (_, { path, params }) => {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const parsed = params ? Object.keys(schemaOf(params, 'input').properties ?? {}) : []
    expect(parsed.sort()).toEqual(named.sort())
  })

  // Identity providers lead back with keys of their own, apps add some to the address of a page, and a connector takes items of any shape.
  const unnamed = [
    'auth.oidcCallback',
    'myData.page',
    'myData.callback',
    'myDataLink.page',
    'connectorItems.sendRecords',
  ]
  const named = all.filter(([name]) => !unnamed.includes(name))
  test.each(named)('%s takes no key that its contract does not name', (_, { params, query, body }) => {
    const parts = Object.entries({ params, query, body }).filter(
      (part): part is [string, z.ZodType] => part[1] !== undefined,
    )
    expect(parts.flatMap(([part, schema]) => openObjects(schemaOf(schema, 'input'), part))).toEqual([])
  })

  test('takes the longest body that its schema allows, but for these', () => {
    const short = all.filter(([, call]) => call.body && mostBytes(schemaOf(call.body, 'input')) > bodyBytesOf(call))
    expect(short.map(([name]) => name)).toEqual([
      // Names are 100 letters, of which each may be made of several signs; hardly one is.
      'setup.create',
      'auth.acceptInvitation',
      // A rule: a hundred of them, each with 500 values of 1,000 letters.
      'profiles.query',
      // 600 values of 40,000 letters.
      'profiles.create',
      'profiles.update',
      'privacyIncidents.update',
      'profileActivities.create',
      // A rule.
      'profileViews.create',
      'profileViews.update',
      'profileBulk.preview',
      'profileBulk.start',
      // 100 rows of 10 cells.
      'importRun.correct',
      'labels.create',
      'labels.update',
      'segments.estimate',
      'segments.estimateSpend',
      'exports.create',
      'exports.preview',
      // Phrases that mean a stop, as names above.
      'lineOa.update',
      'lineModule.update',
      // Terms list the columns and values of a file.
      'watches.create',
      'watches.update',
      // Keys and passwords are letters of one byte.
      'watches.test',
      'watches.testChange',
      'watches.decide',
      // The rule of a target.
      'broadcasts.create',
      'broadcasts.update',
      'broadcasts.target',
      'broadcasts.excluded',
      'broadcasts.preview',
      // Their newer calls are the ones above.
      'olderProfiles.update',
      'olderBroadcasts.create',
      'olderBroadcasts.draft',
      'olderBroadcasts.target',
      'olderBroadcasts.update',
      'olderLabels.create',
      'olderLabels.update',
      // Ids and columns by the thousand.
      'olderExports.create',
      'olderExports.cancel',
    ])
  })

  test.each(all)('%s answers in snake_case', (_, { response, stale }) => {
    const answers = [response, stale].flatMap((schema) => schema ?? [])
    expect(answers.flatMap((schema) => oddKeys(schemaOf(schema, 'output')))).toEqual([])
  })

  test.each(all)('%s reads with GET alone, and GET sends no body', (_, { method, body, upload }) => {
    if (method === 'GET') expect([body, upload]).toEqual([undefined, undefined])
  })
})
