import { IconTrash, IconUserX } from '@tabler/icons-react'
import { useMay } from '../../core/session.ts'
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
  const may = useMay()
  const remove = useDeleteProfile()
  const then = (act: () => unknown) => () => {
    onDone()
    act()
  }
  return (
    <ul>
      {may('cdp-core.profile.delete') && (
        <li>
          <button type="button" data-danger onClick={then(() => remove(profile))}>
            <IconTrash {...icon} />
            {c.delete}
          </button>
        </li>
      )}
      {may('cdp-core.privacy.manage') && (
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
