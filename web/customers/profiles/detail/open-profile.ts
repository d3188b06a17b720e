import { createContext, useContext } from 'react'
import type { ListedProfile } from '../values.ts'

/** The customer whose page it is, as last read; for what is open on it, so that lines are drawn again only when they change themselves. */
export const OpenProfile = createContext<ListedProfile | undefined>(undefined)

export function useOpenProfile(): ListedProfile {
  const profile = useContext(OpenProfile)
  if (!profile) throw new Error('No customer is open here')
  return profile
}
