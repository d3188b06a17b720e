import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { IconArrowMerge, IconLink, IconPrinter, IconTrash, IconUserX } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useMayCall } from '../../../ui/may.ts'
import { useDeleteProfile } from '../use-delete-profile.ts'
import type { ProfileRow } from '../values.ts'
import { detail } from './detail-text.ts'
import { useCopy } from './use-copy.ts'

interface ProfileDetailMenuProps {
  profile: ProfileRow
  /** Something was chosen. */
  onDone: () => void
  onErase: () => void
  onMerge: () => void
}

/** Rare and destructive actions. */
export function ProfileDetailMenu({ profile, onDone, onErase, onMerge }: ProfileDetailMenuProps) {
  const t = useWords(detail)
  const c = useWords(common)
  const mayDelete = useMayCall(profiles.delete)
  const mayErase = useMayCall(profileErasure.erase)
  const mayMerge = useMayCall(profileDuplicates.create)
  const remove = useDeleteProfile()
  const copy = useCopy()
  return (
    <ul>
      {mayMerge && <MenuAction icon={IconArrowMerge} label={t.merge} close={onDone} onAct={onMerge} />}
      <MenuAction
        icon={IconPrinter}
        label={t.print}
        close={onDone}
        onAct={() => requestAnimationFrame(() => window.print())}
      />
      <MenuAction icon={IconLink} label={t.copyLink} close={onDone} onAct={() => copy(window.location.href)} />
      {mayDelete && (
        <MenuAction icon={IconTrash} label={c.delete} close={onDone} onAct={() => remove(profile)} danger />
      )}
      {mayErase && <MenuAction icon={IconUserX} label={t.erase} close={onDone} onAct={onErase} danger />}
    </ul>
  )
}
