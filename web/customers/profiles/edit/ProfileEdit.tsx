import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { isCopy } from '../../../data/copy-time.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { Unread } from '../../../ui/Unread.tsx'
import { mergedInto, ProfileMerged } from '../ProfileMerged.tsx'
import { ProfileDeleted, ProfileMissing } from '../ProfileMissing.tsx'
import { isProfileId, type ListedProfile } from '../values.ts'
import { ProfileEditForm } from './ProfileEditForm.tsx'

/** Changes what is known of a customer. */
export function ProfileEdit() {
  const { profileId = '' } = useParams({ strict: false }) as { profileId?: string }
  const valid = isProfileId(profileId)
  const read = useRead(profiles.get, { params: { id: profileId } }, { enabled: valid, staleTime: 0 })
  const [begun, setBegun] = useState<ListedProfile>()
  // An edit begins from what is there now, not from what was read a while ago. A copy that comes late counts as fetched.
  const isCurrent = read.isFetchedAfterMount && !isCopy(read)
  const live = read.data && !read.data.deletedAt && isCurrent ? read.data : undefined
  if (live && live.id !== begun?.id) setBegun(live)
  // A form stays with what is typed in it when a colleague deletes the customer: saving is refused.
  const shown = live ?? (String(begun?.id) === profileId ? begun : undefined)
  if (shown) return <ProfileEditForm key={shown.id} profile={shown} />
  const survivor = mergedInto(read.error)
  if (survivor) return <ProfileMerged into={survivor} screen="profile-edit" />
  if (!valid || (read.error?.status === 404 && !read.data)) return <ProfileMissing />
  if (read.data?.deletedAt) return <ProfileDeleted profile={read.data} />
  if (read.error) return <Unread read={read} />
  return <Bones />
}
