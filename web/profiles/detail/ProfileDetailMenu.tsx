import { profileErasure } from '@ruam/contract/profile-erasure.ts'
import { profiles } from '@ruam/contract/profiles.ts'
import { IconTrash, IconUserX } from '@tabler/icons-react'
import { useMayCall } from '../../core/may.ts'
import { useWords } from '../../core/text.ts'
import { common } from '../../core/words.ts'
import { useDeleteProfile } from '../use-delete-profile.ts'
import type { ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'

const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

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
  const then = (act: () => unknown) => () => {
    onDone()
    act()
  }
  return (
    <ul>
      {mayDelete && (
        <li>
          <button type="button" data-danger onClick={then(() => remove(profile))}>
            <IconTrash {...icon} />
            {c.delete}
          </button>
        </li>
      )}
      {mayErase && (
        <li>
          <button type="button" data-danger onClick={then(onErase)}>
            <IconUserX {...icon} />
            {t.erase}
          </button>
        </li>
      )}
    </ul>
  )
}
