import { readdirSync, readFileSync } from 'node:fs'
import { invitations, people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { facebookSetting } from '@ruam/contract/channels/facebook.ts'
import { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { activities } from '@ruam/contract/customers/activities.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { activitySettings, generalInfo } from '@ruam/contract/customers/older-settings.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { profileApi } from '@ruam/contract/open-api/profile-api.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { expect, test } from 'vitest'
import { screens } from './routes.tsx'
import { screenFiles } from './screen-files.ts'
import type { Screen } from './ui/route.tsx'

// Calls required by screens that do not read with them in their own file. The route table repeats their permissions, because it loads
// before any contract file.
const needs: Record<string, Endpoint> = {
  'profile-list': profiles.list,
  'profile-detail': profiles.get,
  dashboard: dashboard.pipeline,
  'profile-edit': profiles.update,
  'profile-duplicate': profileDuplicates.list,
  'profile-erasure': profileErasure.mentions,
  'segmentation-list': labels.list,
  'data-source-v2-list': dataSources.list,
  'data-source-v2-list-output': dataSources.get,
  'data-source-v2-profile-field': profileFields.list,
  'data-source-v2-activity-field': activities.fields,
  'data-source-v2-import': files.import,
  'data-source-v2-check': files.import,
  'data-source-v2-choose-import': files.import,
  'data-source-import': files.import,
  'data-source-mapping': files.import,
  'data-source-preview': files.import,
  'data-source-output': files.import,
  'setting-role-permission': roles.list,
  'setting-role-permission-create': roles.create,
  'setting-role-permission-edit': roles.update,
  'setting-user-management': people.list,
  'setting-line-oa': lineOa.list,
  'setting-facebook': facebookSetting.list,
  'setting-audit-log': auditLog.list,
  'online-log': onlineLog.search,
  'data-source-openapi-key': apiKeys.list,
  'data-source-openapi-key-detail': apiKeys.get,
  'profile-api': profileApi.get,
  'data-source-openapi-connector': connectors.list,
  'data-source-openapi-connector-create': connectors.create,
  'data-source-openapi-token': apiTokens.list,
  'data-source-openapi-token-create': apiTokens.create,
  'setting-open-api': openApis.list,
  'setting-broadcast': broadcastSettings.get,
  'broadcast-list': broadcasts.list,
  'broadcast-create': broadcasts.list,
  'broadcast-edit': broadcasts.get,
  'setting-general-info': generalInfo.list,
  'setting-activity': activitySettings.list,
  'setting-user-management-create-edit': invitations.create,
}

const web = new URL('.', import.meta.url)
const source = (file: string) => readFileSync(new URL(file, web), 'utf8')

/** The file of a screen, relative to `web/`. */
const entryOf = ({ name, load }: Screen) =>
  /['"]\/?(?:web\/)?\.?\/?([\w./-]+\.tsx)['"]/.exec(String(screenFiles[name as never] ?? load))![1]!

/** Traces of each state in a screen's files. A `DataTable` has all of them; who has no right never gets to the screen (`app/router.tsx`). */
const states = {
  loading: /DataTable|Bones|isPending|isFetching|aria-busy|\.loading\b/,
  empty: /DataTable|EmptyState|\.empty\b|length === 0|length > 0/,
  failed: /DataTable|ErrorBanner|\.error\b|isError/,
}

/** A screen's file with the files of features that it imports, directly or not. */
function filesFrom(file: string, found = new Set<string>()): string[] {
  if (found.has(file) || /^(ui|data|app)\//.test(file)) return [...found]
  found.add(file)
  for (const [, path] of source(file).matchAll(/(?:from|import\()\s*'(\.[^']+\.tsx?)'/g))
    filesFrom(new URL(path!, new URL(file, web)).pathname.slice(web.pathname.length), found)
  return [...found]
}

/** Permissions of the calls that a screen's own file reads with. */
async function readBy(file: string) {
  const text = source(file)
  const reads = [...text.matchAll(/\buseRead\(\s*(\w+)\.(\w+)/g)]
  return Promise.all(
    reads.map(async ([, feature, call]) => {
      const path = new RegExp(`\\b${feature}\\b[^;]*?from '@ruam/contract/([^']+)'`).exec(text)![1]!
      const calls = (await import(/* @vite-ignore */ new URL(`../contract/${path}`, web).pathname))[feature!] as Record<
        string,
        Endpoint
      >
      return [calls[call!]!.permission].flat()
    }),
  )
}

/**
 * Opened by no call: the choice of a source has permissions of its own, the screens of one segment and the report of a broadcast (spec
 * section 2), the agreement and one's own account none.
 */
const own = [
  'broadcast-detail',
  'data-source-v2-list-create',
  // Old addresses, which lead to a screen that checks for itself.
  'old-bookmark',
  'segmentation-create',
  'segmentation-detail',
  'segmentation-edit',
  'account',
  // Shows the fields of the store to those who may see them.
  'docs-get-started',
  'docs-other',
  'dpa',
  'dpa-create',
  'dpa-not-allowed',
  'setting-store',
  'setting-store-edit',
  // Says in the screen who lacks the right to read keys.
  ...['', '-create', '-detail'].map((end) => `setting-api-connector-list${end}`),
  // The permission to edit opens it, too; the screen tells people who may not read.
  'data-source-openapi-token-create-edit',
  'data-source-openapi-connector-create-edit',
  // Purposes are read on a profile, too.
  'setting-privacy',
]

test('a screen opens with the permission of the call that it cannot do without', async () => {
  for (const screen of screens) {
    const { name, permissions } = screen
    if (own.includes(name)) continue
    const needed = needs[name] ? [[needs[name].permission].flat()] : await readBy(entryOf(screen))
    expect([name, needed]).toEqual([name, expect.arrayContaining([permissions])])
  }
})

/** The first ones lead on to another screen; the others show the store and one's own account. */
const neverEmpty = [
  'profile-api',
  'data-source-v2-check',
  'old-bookmark',
  ...['setting-store', 'setting-store-edit', 'account'],
]

test('a screen that reads shows loading, empty and failed', () => {
  const found = screens.flatMap((screen) => {
    const text = filesFrom(entryOf(screen))
      .map((file) => source(file))
      .join('\n')
    if (!/\buseRead\(/.test(text)) return []
    return Object.entries(states).flatMap(([state, shown]) => (shown.test(text) ? [] : [`${screen.name}: ${state}`]))
  })
  expect(found).toEqual(neverEmpty.map((name) => `${name}: empty`))
})

/** Walked as another place is: the first step of an import by the second, the agreement under its one address. */
const walkedElsewhere = ['data-source-v2-import', 'dpa-create', 'dpa-not-allowed']

test('the walk over all screens looks at each of them', () => {
  const folder = new URL('../e2e/places/', import.meta.url)
  const places = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n')
  const missing = screens.filter(({ path }) => {
    const [fixed] = path.split(/\/[{$]/)
    // Old addresses have words in between.
    const next = path.endsWith('/$') ? '/' : '/\\$'
    return !new RegExp(`path: ['\`]/?${fixed}(?:['\`?#]|${next})`).test(places)
  })
  expect(missing.map(({ name }) => name)).toEqual(walkedElsewhere)
})
