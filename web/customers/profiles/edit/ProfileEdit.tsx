import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../../data/api.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { Unread } from '../../../ui/Unread.tsx'
import { ProfileDeleted, ProfileMissing } from '../ProfileMissing.tsx'
import { isProfileId } from '../values.ts'
import { ProfileEditForm } from './ProfileEditForm.tsx'

/** Changes what is known of a customer. */
export function ProfileEdit() {
  const { profileId = '' } = useParams({ strict: false }) as { profileId?: string }
  const valid = isProfileId(profileId)
  const read = useRead(profiles.get, { params: { id: profileId } }, { enabled: valid, staleTime: 0 })
  if (!valid || (read.error?.status === 404 && !read.data)) return <ProfileMissing />
  if (read.data?.deletedAt) return <ProfileDeleted profile={read.data} />
  // An edit begins from what is there now, not from what was read a while ago.
  if (read.data && read.isFetchedAfterMount) return <ProfileEditForm key={read.data.id} profile={read.data} />
  if (read.error) return <Unread read={read} />
  return <Bones />
}
