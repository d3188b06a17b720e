import type { Scope } from '@ruam/contract/platform/scopes.ts'

/** Name of the words for what a program may do: the most telling of its scopes. */
export function doesOf(scopes: readonly Scope[]) {
  const has = (...wanted: Scope[]) => wanted.some((scope) => scopes.includes(scope))
  const sends = scopes.some((scope) => scope.endsWith(':write') || scope === 'profile:delete')
  if (scopes.length === 0) return 'doesNothing'
  if (has('profile:write') && has('profile:read')) return 'sendsReads'
  if (has('activity:write')) return 'sendsSales'
  if (has('profile:write')) return 'sendsCustomers'
  if (has('event:write')) return 'sendsConnectors'
  if (sends) return 'doesOther'
  if (has('profile:read')) return scopes.length > 2 ? 'readsOnly' : 'readsCustomers'
  return has('segment:read') ? 'readsSegments' : 'readsOnly'
}
