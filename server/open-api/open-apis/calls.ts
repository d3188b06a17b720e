import { openApiChanges } from '@ruam/contract/open-api/changes.ts'
import { openApiChanging } from '@ruam/contract/open-api/changing.ts'
import { openApiRequests } from '@ruam/contract/open-api/own-requests.ts'
import { openApiReading } from '@ruam/contract/open-api/reading.ts'
import { openApiSending } from '@ruam/contract/open-api/sending.ts'
import { openApiWebhooks } from '@ruam/contract/open-api/webhooks.ts'
import { type Endpoint, type Feature, scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { rightsOfScopes, type Scope } from '@ruam/contract/platform/scopes.ts'
import { ApiError } from '../../core/api-error.ts'

/** Features whose calls an open API may name. */
const features: Feature[] = [
  openApiReading,
  openApiChanges,
  openApiRequests,
  openApiSending,
  openApiChanging,
  openApiWebhooks,
]

export const programCalls = new Map<string, Endpoint>(
  features.flatMap((feature) => Object.values(feature).map((endpoint) => [titleOf(endpoint), endpoint] as const)),
)

/** Group of a call: the part of its address after the version. */
export const groupOf = ({ path }: Pick<Endpoint, 'path'>): string => path.split('/')[3]!

/** Throws if a call does not exist, or if the caller lacks a right that it opens. */
export function refuseCallsBeyond(rights: Rights, calls: readonly string[]): void {
  for (const call of calls) {
    const endpoint = programCalls.get(call)
    if (!endpoint) throw new ApiError('call_unknown', { call })
    refuseScopesBeyond(rights, scopesOf(endpoint))
  }
}

/** Throws unless the caller may grant one of these scopes. */
function refuseScopesBeyond(rights: Rights, anyOf: readonly Scope[]): void {
  const lacking = anyOf.map((scope) => rightsOfScopes([scope]).find((permission) => !may(rights, permission)))
  const [first] = lacking
  if (first && !lacking.includes(undefined)) throw new ApiError('beyond_rights', { permission: first })
}
