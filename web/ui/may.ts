import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import { mayOpen, type Rights } from '@ruam/contract/platform/permissions.ts'
import { useSession } from '../data/session.ts'
import { type RouteName, screenOf } from './route.tsx'

/** True if the rights open a call, by its permission in the contract. */
export function mayCall(rights: Rights | undefined, { permission }: Endpoint): boolean {
  // Only other systems and programs make such calls.
  if (permission === 'signed' || permission === 'program') return false
  if (permission === 'public' || permission === 'person') return true
  if (permission === 'member') return rights !== undefined
  return mayOpen(rights, typeof permission === 'string' ? [permission] : permission)
}

/** True if the person may make a call in the open store. */
export const useMayCall = (endpoint: Endpoint): boolean => mayCall(useSession().store?.rights, endpoint)

/** True if a screen exists and the person may open it: for links. */
export function useMayOpen(name: RouteName): boolean {
  const rights = useSession().store?.rights
  const screen = screenOf(name)
  return screen !== undefined && mayOpen(rights, screen.permissions)
}
