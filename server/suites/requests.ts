import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { sampleOf } from '../testing/shapes.ts'
import type { TestStore } from '../testing/store.testing.ts'
import type { Call, CallName, Request } from './calls.ts'
import { gapsOf, idPositionsOf, makerAt, resourceOf } from './ids.ts'
import { inPath } from './path-ids.ts'
import { requestsOfAccess } from './requests/access.ts'
import { requestsOfAutomationUndo } from './requests/automation-undo.ts'
import { requestsOfAutomations } from './requests/automations.ts'
import { requestsOfBroadcasts } from './requests/broadcasts.ts'
import { requestsOfChannels } from './requests/channels.ts'
import { requestsOfCustomers } from './requests/customers.ts'
import { requestsOfExports } from './requests/exports.ts'
import { requestsOfFields } from './requests/fields.ts'
import { requestsOfImports } from './requests/imports.ts'
import { requestsOfLabels } from './requests/labels.ts'
import { requestsOfOlder } from './requests/older.ts'
import { requestsOfOpenApi } from './requests/open-api.ts'
import { requestsOfPrivacy } from './requests/privacy.ts'
import type { Requests } from './requests/request.ts'
import { requestsOfSegments } from './requests/segments.ts'
import { requestsOfWatches } from './requests/watches.ts'

const requests: Requests = {
  ...requestsOfAccess,
  ...requestsOfCustomers,
  ...requestsOfFields,
  ...requestsOfLabels,
  ...requestsOfSegments,
  ...requestsOfImports,
  ...requestsOfChannels,
  ...requestsOfBroadcasts,
  ...requestsOfAutomationUndo,
  ...requestsOfAutomations,
  ...requestsOfOpenApi,
  ...requestsOfExports,
  ...requestsOfPrivacy,
  ...requestsOfWatches,
  ...requestsOfOlder,
}

/** Calls whose requests are written by hand. */
export const wovenCalls = Object.keys(requests) as CallName[]

/** Expected errors of public calls for requests that only have a valid shape. */
export const refusedAnyway: { [N in CallName]?: string } = {
  'auth.login': 'wrong_credentials',
  'auth.refresh': 'signed_out',
  'auth.changeEmail': 'mail_unset',
  'auth.forgot': 'mail_unset',
  'auth.oidcStart': 'not_found',
  'auth.oidcCallback': 'not_found',
  'myData.callback': 'not_found',
  'myData.act': 'not_found',
  'myDataLink.act': 'not_found',
  'setup.create': 'setup_done',
  'webhooks.line': 'webhook_signature',
  'webhooks.facebook': 'webhook_signature',
  'webhooks.facebookChallenge': 'webhook_challenge',
}

/** Further permissions required by values in the body. */
export const byBody: { [N in CallName]?: Permission | Permission[] } = {
  // Steps that edit customers, and messages with words of theirs.
  'automations.create': ['cdp-core.profile.edit', 'cdp-core.profile.read'],
  'automations.update': ['cdp-core.profile.edit', 'cdp-core.profile.read'],
  'apiKeys.create': 'cdp-core.profile.read',
  'apiKeys.rotate': 'cdp-core.profile.read',
  'apiKeys.setAccess': 'cdp-core.profile.read',
  'apiTokens.create': 'cdp-core.label.read',
  'apiTokens.update': 'cdp-core.label.read',
  // A message with a word of a customer.
  'answers.create': 'cdp-core.profile.read',
  'answers.update': 'cdp-core.profile.read',
  'broadcasts.create': 'cdp-core.profile.read',
  'broadcasts.update': 'cdp-core.profile.read',
  'broadcastTemplates.create': 'cdp-core.profile.read',
  'olderBroadcasts.create': 'cdp-core.profile.read',
  'olderBroadcasts.draft': 'cdp-core.profile.read',
  'olderBroadcasts.update': 'cdp-core.profile.read',
  'connectors.create': 'cdp-core.datasource.execute',
  'openApis.create': 'cdp-core.label.read',
  'openApis.update': 'cdp-core.label.read',
  'programWebhooks.create': 'cdp-core.label.read',
  'programWebhooks.rotate': 'cdp-core.label.read',
  'programWebhooks.update': 'cdp-core.label.read',
  'exports.createList': 'cdp-core.profile.read',
  'olderExports.create': 'cdp-core.profile.read',
}

/** Status for callers other than the person of a request without ids. */
export const refusedToOthers: { [N in CallName]?: number } = {
  'push.token': 401,
  'stores.update': 409,
  'auth.changeEmail': 409,
  'auth.password': 400,
  'passkeys.add': 401,
  'passkeys.challenge': 409,
  'privacyRequests.download': 404,
  'passkeys.renewCodes': 404,
  'passkeys.confirm': 400,
  'dataSources.latest': 404,
  'profileDuplicates.compare': 404,
  'activities.createType': 400,
  'activitySettings.create': 400,
  'generalInfo.create': 400,
  'activities.createField': 400,
  'olderActivities.createField': 400,
  'olderActivities.createType': 400,
  'profileFields.create': 400,
  'profileFields.formulaPreview': 400,
  // Without a folder, an account or a link of their own.
  'watches.test': 409,
  'memberFiles.create': 409,
  'memberFiles.delete': 404,
}

type Made = Promise<Record<string, string> | number | string>

/** Rows of a store that requests share because no call may change them. A request gets each row once. */
export class SharedRows {
  readonly #made = new Map<unknown, Made[]>()

  /** Returns the row of a maker, another one for each time that a request asks for it. */
  of<T extends Made>(make: (store: TestStore) => T, time: number, store: TestStore): T {
    const rows = this.#made.get(make) ?? []
    this.#made.set(make, rows)
    rows[time] ??= make(store)
    return rows[time] as T
  }
}

/** A request of this store that should succeed, its rows made fresh unless they are shared. */
export async function requestOf(call: Call, store: TestStore, shared = new SharedRows()): Promise<Request> {
  const gaps = gapsOf(call)
  if (gaps.length > 0) throw new Error(gaps.join('\n'))
  const own = requests[call.name] as ((store: TestStore) => Promise<Request>) | undefined
  if (own) return own(store)
  const { endpoint } = call
  const thing = resourceOf(endpoint.path)
  const ids = new Map<string, unknown>()
  const times = new Map<unknown, number>()
  for (const { part, place } of idPositionsOf(call)) {
    const make = makerAt(call, place)
    if (!make) continue
    const time = times.get(make) ?? 0
    times.set(make, time + 1)
    ids.set(`${part} ${place}`, await shared.of(make, time, store))
  }
  const partOf = (part: 'body' | 'query') =>
    endpoint[part] && (sampleOf(endpoint[part], (place) => ids.get(`${part} ${place}`)) as Record<string, string>)
  const params = thing ? await shared.of(inPath[thing]!, 0, store) : {}
  return { params, query: partOf('query'), body: partOf('body') }
}
