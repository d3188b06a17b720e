import { olderDataSources } from '@ruam/contract/older/data-sources.ts'
import { olderLabels } from '@ruam/contract/older/labels.ts'
import { olderProfiles } from '@ruam/contract/older/profiles.ts'
import { olderUsage } from '@ruam/contract/reports/older-usage.ts'
import { beforeAll, expect, test } from 'vitest'
import { writeUsage } from '../reports/older-usage/count.ts'
import { testApp } from '../testing/app.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

async function headersOf(path: string, olderSunset?: string) {
  const { app, core } = await testServer()
  const asked = olderSunset ? await testApp({ ...core, config: { ...core.config, olderSunset } }) : app
  const reply = await asked.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${store.token}` } })
  if (olderSunset) await asked.close()
  const { deprecation, sunset, link } = reply.headers as Record<string, string | undefined>
  return { status: reply.statusCode, deprecation, sunset, link }
}

test('each answer of the older API says since when it is deprecated and which call replaces it', async () => {
  expect(await headersOf('/v1/profiles')).toMatchObject({
    status: 200,
    deprecation: '@1795564800',
    link: '</api/profile>; rel="successor-version"',
  })
  expect(await headersOf('/v1/profiles/999')).toMatchObject({
    status: 404,
    deprecation: '@1795564800',
    link: '</api/profile/999>; rel="successor-version"',
  })
  const unknown = '</api/datasource/%7Bdatasource_id%7D/history/%7Brun_id%7D>; rel="successor-version"'
  expect((await headersOf('/v1/datasources/log/1')).link).toBe(unknown)
})

test('an older call without a newer one has no link, and a newer call none of these headers', async () => {
  expect((await headersOf('/v1/profiles/profile/activity-log')).link).toBeUndefined()
  const newer = await headersOf('/profile')
  expect([newer.deprecation, newer.link, newer.sunset]).toEqual([undefined, undefined, undefined])
})

test('the end of the older API is announced only when its day is set', async () => {
  expect((await headersOf('/v1/profiles')).sunset).toBeUndefined()
  const end = 'Fri, 31 Dec 2027 00:00:00 GMT'
  expect((await headersOf('/v1/profiles', end)).sunset).toBe(end)
})

test('calls of the older API are counted per caller and call, the refused ones too', async () => {
  const { core } = await testServer()
  const own = await newStore()
  const member = await own.member(['cdp-core.profile.read'])
  for (const caller of [own, own, member]) await caller.call(olderProfiles.list, { query: {} })
  await member.try(olderDataSources.types, {})
  await writeUsage(core)
  await own.call(olderProfiles.list, { query: {} })
  await writeUsage(core)
  const { data, total } = await own.call(olderUsage.list, { query: {} })
  const counted = data.map(({ user, call, calls }) => [user.id, call, calls])
  expect(counted.toSorted()).toEqual(
    [
      [own.userId, 'GET /v1/profiles', 3],
      [member.userId, 'GET /v1/profiles', 1],
      [member.userId, 'GET /v1/datasources/types', 1],
    ].toSorted(),
  )
  expect(total).toBe(3)
  const one = await own.call(olderUsage.list, { query: { user_id: String(member.userId) } })
  expect(one.data.map(({ call }) => call).toSorted()).toEqual(['GET /v1/datasources/types', 'GET /v1/profiles'])
  expect((await store.call(olderUsage.list, { query: {} })).data.filter(({ user }) => user.id === own.userId)).toEqual(
    [],
  )
})

test('each use of the older API names the newer call and the change of the program, in the language of the reader', async () => {
  const { core, app } = await testServer()
  const own = await newStore()
  await own.call(olderLabels.list, { query: {} })
  await own.call(olderProfiles.activityLog, { query: {} })
  await writeUsage(core)
  const readIn = async (language: string) => {
    const headers = { authorization: `Bearer ${own.token}`, 'accept-language': language }
    const { data } = (await app.inject({ url: '/api/audit-log/older-usage', headers })).json()
    return new Map((data as { call: string; patch: string }[]).map((row) => [row.call, row]))
  }
  const thai = await readIn('th')
  expect(thai.get('GET /v1/label')).toMatchObject({
    becomes: 'GET /label',
    differs: expect.stringContaining('ป้ายกำกับเหมือน'),
    patch: expect.stringMatching(
      /^# keyword.*\n-GET \/api\/v1\/label\n\+GET \/api\/label\n- {2}query: .*keyword.*\n\+ {2}query: .*search/,
    ),
  })
  expect((await readIn('en')).get('GET /v1/profiles/profile/activity-log')).toMatchObject({
    becomes: null,
    patch: expect.stringContaining('No newer call replaces it.\n-GET /api/v1/profiles/profile/activity-log'),
  })
})
