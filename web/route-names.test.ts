import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { menu } from './menu.ts'
import { doors, screens } from './routes.tsx'

// How people come to each screen outside of the menu (spec section 2): by a tab, by a link, or by an address alone.

/** Screens that nothing links to, with the reason. */
const byAddress: Record<string, string> = {
  'data-source-v2-import': 'opens the check for an unfinished import',
  'old-bookmark': 'the four kinds of addresses of the older web',
  'setting-api-connector-list-create': 'the list opens the same dialog',
  'setting-api-connector-list-detail': 'the list opens the same dialog',
  'data-source-openapi-token-create': 'the list opens the same dialog',
  'data-source-openapi-token-create-edit': 'the list opens the same dialog',
  'setting-store-edit': 'the same form as setting-store',
  'setting-general-info': 'the profile fields, which have an entry',
  'docs-other': 'leads on to docs-get-started',
  dpa: 'the guard leads there',
  'dpa-create': 'the guard leads there',
  'dpa-not-allowed': 'the guard leads there',
}

/** Names of the specification whose screens exist. */
const specified = [
  ...['dashboard', 'profile-list', 'profile-detail'],
  ...['segmentation-list', 'segmentation-create', 'segmentation-detail', 'segmentation-edit'],
  ...['broadcast-list', 'broadcast-detail', 'broadcast-create', 'broadcast-edit'],
  ...['data-source-v2-list', 'data-source-v2-check', 'data-source-v2-import', 'data-source-v2-choose-import'],
  ...['data-source-import', 'data-source-mapping', 'data-source-output'],
  ...['data-source-v2-profile-field', 'data-source-v2-activity-field'],
  ...['setting-store', 'setting-store-edit', 'setting-line-oa', 'setting-general-info', 'setting-activity'],
  ...['setting-api-connector-list', 'setting-api-connector-list-create', 'data-source-openapi-key', 'profile-api'],
  ...['data-source-openapi-connector', 'data-source-openapi-connector-create-edit'],
  ...['data-source-openapi-token', 'data-source-openapi-token-create-edit', 'setting-open-api'],
  ...['setting-role-permission', 'setting-role-permission-create', 'setting-role-permission-edit'],
  ...['setting-user-management', 'setting-user-management-create-edit'],
  ...['docs-get-started', 'dpa-create', 'dpa-not-allowed'],
]

const web = new URL('.', import.meta.url).pathname
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^routes\.tsx|^menu\.ts|^dist/.test(file))
  .map((file) => readFileSync(`${web}${file}`, 'utf8'))
  .join('\n')

const entries = menu.flatMap(({ to, entries: own }) => [...(to ? [to] : []), ...own.map((entry) => entry.to)])
const tabs = menu.flatMap(({ entries: own }) => own.flatMap((entry) => entry.tabs ?? []))

test('the screens have the names of the specification', () => {
  const names = screens.map(({ name }) => name as string)
  expect(specified.filter((name) => !names.includes(name))).toEqual([])
  expect(doors.map(({ path }) => path)).toEqual(expect.arrayContaining(['choose-store', 'user-invite']))
})

test.each(screens.map(({ name }) => name))(
  '%s is reached from the menu, by a tab, by a link, or by its address',
  (name) => {
    const linked = new RegExp(`['"]${name}['"]`).test(sources)
    const reached = entries.includes(name) || tabs.includes(name) || linked
    expect([name, reached || name in byAddress]).toEqual([name, true])
  },
)

test('no screen that is said to be reached by its address alone is in the menu', () => {
  expect(Object.keys(byAddress).filter((name) => [...entries, ...tabs].includes(name as never))).toEqual([])
})
