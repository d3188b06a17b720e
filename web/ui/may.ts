import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { mayOpen, type Rights } from '@ruam/contract/platform/permissions.ts'
import { useSession } from '../data/session.ts'
import { type RouteName, screenOf } from './route.tsx'

/** Whether the rights in a store open a call, by the permission that the contract states for it. */
export function mayCall(rights: Rights | undefined, { permission }: Endpoint): boolean {
  // Only other systems make such calls.
  if (permission === 'signed') return false
  if (permission === 'public' || permission === 'person') return true
  if (permission === 'member') return rights !== undefined
  return mayOpen(rights, typeof permission === 'string' ? [permission] : permission)
}

/** Whether the person may make a call in the open store. */
export const useMayCall = (endpoint: Endpoint): boolean => mayCall(useSession().store?.rights, endpoint)

/** Whether a screen exists and the person may open it: for links. */
export function useMayOpen(name: RouteName): boolean {
  const rights = useSession().store?.rights
  const screen = screenOf(name)
  return screen !== undefined && mayOpen(rights, screen.permissions)
}
