import { profileErasure } from '@ruam/contract/profile-erasure.ts'
import { profiles } from '@ruam/contract/profiles.ts'
import { IconTrash, IconUserX } from '@tabler/icons-react'
import { MenuAction } from '../../core/MenuAction.tsx'
import { useMayCall } from '../../core/may.ts'
import { useWords } from '../../core/text.ts'
import { common } from '../../core/words.ts'
import { useDeleteProfile } from '../use-delete-profile.ts'
import type { ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'

interface ProfileDetailMenuProps {
  profile: ProfileRow
  /** Something was chosen. */
  onDone: () => void
  onErase: () => void
}

/** What is done rarely, and takes something away. */
export function ProfileDetailMenu({ profile, onDone, onErase }: ProfileDetailMenuProps) {
  const t = useWords(detail)
  const c = useWords(common)
  const mayDelete = useMayCall(profiles.delete)
  const mayErase = useMayCall(profileErasure.erase)
  const remove = useDeleteProfile()
  return (
    <ul>
      {mayDelete && (
        <MenuAction icon={IconTrash} label={c.delete} close={onDone} onAct={() => remove(profile)} danger />
      )}
      {mayErase && <MenuAction icon={IconUserX} label={t.erase} close={onDone} onAct={onErase} danger />}
    </ul>
  )
}
