import { useEffect } from 'react'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { Bones } from '../../ui/Bones.tsx'
import { useGo } from '../../ui/route.tsx'
import { deletionText } from './deletion-text.ts'

/** Returns the id of the customer into which a merge has brought the one that was asked for. */
export const mergedInto = (error: Error | null): number | undefined =>
  isApiError(error, 'profile_merged') ? Number(error.details.merged_into) : undefined

interface ProfileMergedProps {
  into: number
  /** Screen of the address that is left. */
  screen: 'profile-detail' | 'profile-edit'
  pageType?: string
}

/** Leads from the address of a merged customer to that of the customer who remains, and says so. */
export function ProfileMerged({ into, screen, pageType }: ProfileMergedProps) {
  const t = useWords(deletionText)
  const go = useGo()
  useEffect(() => {
    alerts.success(t.followed)
    go({ to: screen, params: { profileId: into, ...(pageType && { pageType }) }, replace: true })
  }, [t, go, into, screen, pageType])
  return <Bones />
}
