import { lackedRights } from '@ruam/contract/platform/access.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { Permission, Rights } from '@ruam/contract/platform/permissions.ts'
import { useSession } from '../data/session.ts'
import { mayFollow, type RouteName } from './route.tsx'

/** True if the rights open a call, by its permissions in the contract. */
export function mayCall(rights: Rights | undefined, endpoint: Endpoint): boolean {
  const { permission } = endpoint
  // Only other systems and programs make such calls.
  if (permission === 'signed' || permission === 'program') return false
  if (permission === 'public' || permission === 'person') return true
  return rights !== undefined && lackedRights(rights, endpoint).length === 0
}

/** True if the person may make a call in the open store. */
export const useMayCall = (endpoint: Endpoint): boolean => mayCall(useSession().store?.rights, endpoint)

/** Rights that calls need and the person lacks; of several of which any one suffices, the first. */
export function useLackedRights(...endpoints: readonly Endpoint[]): Permission[] {
  const rights = useSession().store?.rights
  return [...new Set(endpoints.flatMap((endpoint) => lackedRights(rights, endpoint).map(([first]) => first!)))]
}

/** True if the person may follow a link to a screen. */
export const useMayOpen = (name: RouteName): boolean => mayFollow(useSession().store?.rights, name)
