import { openApiReading } from '@ruam/contract/open-api/reading.ts'
import { type Endpoint, type Feature, scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { rightsOfScopes } from '@ruam/contract/platform/scopes.ts'
import { ApiError } from '../../platform/core/api-error.ts'

/** Features whose calls an open API may name. */
const features: Feature[] = [openApiReading]

export const programCalls = new Map<string, Endpoint>(
  features.flatMap((feature) => Object.values(feature).map((endpoint) => [titleOf(endpoint), endpoint] as const)),
)

/** Group of a call: the part of its address after the version. */
export const groupOf = ({ path }: Pick<Endpoint, 'path'>): string => path.split('/')[3]!

/** Throws if a call does not exist, or if the caller lacks a right that it opens. */
export function refuseCallsBeyond(rights: Rights, calls: readonly string[], sensitive: boolean): void {
  const scopes = calls.map((call) => {
    const endpoint = programCalls.get(call)
    if (!endpoint) throw new ApiError('call_unknown', { call })
    return scopesOf(endpoint)[0]!
  })
  const needed = rightsOfScopes(sensitive ? [...scopes, 'profile-sensitive:read'] : scopes)
  const permission = needed.find((one) => !may(rights, one))
  if (permission) throw new ApiError('beyond_rights', { permission })
}
