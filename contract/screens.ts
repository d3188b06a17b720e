import { invitations, people } from './access/people.ts'
import { roles } from './access/roles.ts'
import { stores } from './access/stores.ts'
import { automations } from './automations/automations.ts'
import { broadcasts } from './broadcasts/broadcasts.ts'
import { broadcastSettings } from './broadcasts/settings.ts'
import { lineOa } from './channels/accounts.ts'
import { answers } from './channels/answers.ts'
import { facebookSetting } from './channels/facebook.ts'
import { onlineLog } from './channels/online-log.ts'
import { richMenus } from './channels/rich-menus.ts'
import { activities } from './customers/activities.ts'
import { consentWordings } from './customers/consent-wordings.ts'
import { consents } from './customers/consents.ts'
import { counter } from './customers/counter.ts'
import { profileDuplicates } from './customers/duplicates.ts'
import { profileErasure } from './customers/erasure.ts'
import { labels } from './customers/labels.ts'
import { activitySettings, generalInfo } from './customers/older-settings.ts'
import { profileFields } from './customers/profile-fields.ts'
import { profiles } from './customers/profiles.ts'
import { files } from './formats/files.ts'
import { dataSources } from './imports/data-sources.ts'
import { connectors } from './open-api/connectors.ts'
import { apiKeys } from './open-api/keys.ts'
import { openApis } from './open-api/open-apis.ts'
import { profileApi } from './open-api/profile-api.ts'
import { programs } from './open-api/programs.ts'
import { apiTokens } from './open-api/tokens.ts'
import { lackedRights } from './platform/access.ts'
import { type Endpoint, isOpen } from './platform/endpoint.ts'
import type { Permission } from './platform/permissions.ts'
import { exposures } from './privacy/exposure.ts'
import { privacyIncidents } from './privacy/incidents.ts'
import { myDataSettings } from './privacy/my-data.ts'
import { privacyRequests } from './privacy/requests.ts'
import { auditLog } from './reports/audit-log.ts'
import { dashboard } from './reports/dashboard.ts'
import { system } from './reports/system.ts'
import { workListCalls } from './reports/work-lists.ts'
import { watches } from './watches/watches.ts'

/** A call, or a right of the specification that no call asks for. */
export type Need = Pick<Endpoint, 'permission' | 'alsoRequires'>

interface ScreenCalls {
  /** Any one of them opens the screen by its address (spec section 2). None: it opens with `needs`, and names those that are lacking. */
  opens: readonly Need[]
  /** Calls without which the screen is of no use: a link to it is shown to those who may make all of them. `opens` when left out. */
  needs?: readonly Need[]
}

const right = (...permission: readonly Permission[]): Need => ({ permission })

const upload: ScreenCalls = {
  opens: [files.import],
  needs: [files.import, dataSources.create, dataSources.getMapping],
}

/**
 * Calls of each screen, by the name of its route. The menu, links, the palette, first steps, tasks, notices and the home screen follow from
 * this table and the permissions of its calls; a part of a screen or a button asks for its own call.
 */
export const screenCalls = {
  dashboard: { opens: [dashboard.pipeline] },
  counter: { opens: [counter.home] },
  // Without the right to mark it, a list is no work.
  'work-list': { opens: [workListCalls.list], needs: [workListCalls.list, workListCalls.mark] },
  'profile-list': { opens: [profiles.query] },
  'profile-detail': { opens: [profiles.get] },
  'profile-edit': { opens: [profiles.update], needs: [profiles.update, profiles.get] },
  'profile-duplicate': { opens: [profileDuplicates.list] },
  'profile-erasure': { opens: [profileErasure.mentions] },
  'segmentation-list': { opens: [labels.list] },
  'segmentation-create': { opens: [], needs: [labels.create, labels.list] },
  'segmentation-detail': { opens: [], needs: [labels.get] },
  'segmentation-edit': { opens: [], needs: [labels.update, labels.get] },
  'data-source-v2-list': { opens: [dataSources.list] },
  'data-source-v2-list-create': {
    opens: [right('cdp-core.create-new-datasource.create', 'cdp-core.create-new-datasource.read')],
    needs: upload.needs!,
  },
  'data-source-v2-list-output': { opens: [dataSources.get] },
  watches: { opens: [watches.list] },
  'watch-create': { opens: [], needs: [watches.create, dataSources.list] },
  watch: { opens: [], needs: [watches.get] },
  'watch-files': { opens: [], needs: [watches.files] },
  'watch-file': { opens: [], needs: [watches.get, watches.file] },
  'data-source-openapi-connector': { opens: [connectors.list] },
  'data-source-openapi-connector-create': { opens: [connectors.create], needs: [connectors.create, connectors.get] },
  'data-source-openapi-connector-create-edit': { opens: [connectors.update, connectors.get], needs: [connectors.get] },
  'data-source-openapi-token': { opens: [apiTokens.list], needs: [apiTokens.list, programs.list] },
  'data-source-openapi-token-create': { opens: [apiTokens.create] },
  'data-source-openapi-token-create-edit': { opens: [apiTokens.update, apiTokens.get], needs: [programs.get] },
  'data-source-openapi-key': { opens: [apiKeys.list], needs: [apiKeys.list, programs.list] },
  'data-source-openapi-key-detail': { opens: [apiKeys.get], needs: [programs.get] },
  'profile-api': { opens: [profileApi.get] },
  'docs-get-started': { opens: [] },
  'docs-other': { opens: [] },
  'data-source-v2-profile-field': { opens: [profileFields.list] },
  'data-source-v2-activity-field': { opens: [activities.fields] },
  'data-source-v2-import': upload,
  'data-source-v2-check': upload,
  'data-source-v2-choose-import': upload,
  'data-source-import': upload,
  'data-source-mapping': upload,
  'data-source-preview': upload,
  'data-source-output': upload,
  'old-bookmark': { opens: [], needs: [dataSources.get] },
  'setting-store': { opens: [right('store.store.read')] },
  'setting-store-edit': { opens: [right('store.store.read'), stores.update], needs: [stores.update] },
  'setting-line-oa': { opens: [lineOa.list] },
  'rich-menus': { opens: [richMenus.list] },
  'rich-menu': { opens: [richMenus.get] },
  answers: { opens: [answers.list] },
  'setting-facebook': { opens: [facebookSetting.list] },
  // Keys, under the permissions of the specification.
  'setting-api-connector-list': { opens: [right('user.user.read')], needs: [programs.list] },
  'setting-api-connector-list-create': { opens: [right('user.user.create')], needs: [programs.list, apiKeys.create] },
  'setting-api-connector-list-detail': { opens: [right('user.user.read')], needs: [programs.get] },
  'setting-role-permission': { opens: [roles.list] },
  'setting-role-permission-create': { opens: [roles.create], needs: [roles.create, roles.nameExists] },
  'setting-role-permission-edit': { opens: [roles.update], needs: [roles.update, roles.get] },
  'setting-user-management': { opens: [people.list] },
  'setting-user-management-create-edit': { opens: [invitations.create], needs: [invitations.create, roles.list] },
  'setting-general-info': { opens: [generalInfo.list] },
  'setting-activity': { opens: [activitySettings.list] },
  'setting-open-api': { opens: [openApis.list] },
  // Purposes are read on a profile, too.
  'setting-privacy': { opens: [right('cdp-core.privacy.read')], needs: [consents.purposes] },
  'setting-consents': { opens: [right('cdp-core.privacy.read')], needs: [consents.purposes] },
  'privacy-exposure': { opens: [], needs: [exposures.get, exposures.sources] },
  'privacy-incidents': { opens: [], needs: [privacyIncidents.list, exposures.sources] },
  'privacy-incident': { opens: [], needs: [privacyIncidents.get, exposures.sources] },
  'setting-retention': { opens: [right('cdp-core.privacy.read')] },
  'privacy-processing': { opens: [right('cdp-core.privacy.read')] },
  'setting-my-data': { opens: [myDataSettings.get] },
  'privacy-request': { opens: [], needs: [privacyRequests.get] },
  'setting-privacy-purpose': { opens: [], needs: [consentWordings.purpose] },
  'setting-audit-log': { opens: [auditLog.list] },
  'setting-system': { opens: [system.get] },
  'setting-broadcast': { opens: [broadcastSettings.get] },
  'broadcast-list': { opens: [broadcasts.list] },
  // Read-only for those who may only see broadcasts, so no link leads them there.
  'broadcast-create': { opens: [broadcasts.list], needs: [broadcasts.create, broadcasts.update] },
  'broadcast-edit': { opens: [broadcasts.list], needs: [broadcasts.get] },
  'broadcast-detail': { opens: [], needs: [broadcasts.get] },
  automation: { opens: [], needs: [automations.get] },
  'online-log': { opens: [onlineLog.search] },
  account: { opens: [] },
  dpa: { opens: [] },
  'dpa-create': { opens: [] },
  'dpa-not-allowed': { opens: [] },
} satisfies Record<string, ScreenCalls>

export type ScreenName = keyof typeof screenCalls

/** Rights of a screen: of each list any one suffices. */
export interface ScreenRights {
  /** Any one of them opens its address; empty if `needs` open it. */
  opens: readonly Permission[]
  /** A link to it needs all of these as well. */
  needs?: readonly (readonly Permission[])[]
}

const noRights = { roles: [], permissions: [] }

function rightsOf({ opens, needs = [] }: ScreenCalls): ScreenRights {
  const lists = (calls: readonly Need[]) =>
    calls.filter(({ permission }) => !isOpen(permission)).flatMap((call) => lackedRights(noRights, call))
  const open = [...new Set(lists(opens).flat())]
  const all = new Map(lists(needs).map((anyOf) => [anyOf.join(), anyOf]))
  // A list that holds every right of `opens` adds nothing to it.
  const isImplied = (anyOf: readonly Permission[]) => open.length > 0 && open.every((right) => anyOf.includes(right))
  const further = [...all.values()].filter((anyOf) => !isImplied(anyOf))
  return { opens: open, ...(further.length > 0 && { needs: further }) }
}

/** The table as the browser gets it: rights alone. */
export const screenRights = Object.fromEntries(
  Object.entries(screenCalls).map(([name, calls]) => [name, rightsOf(calls)]),
) as Record<ScreenName, ScreenRights>
