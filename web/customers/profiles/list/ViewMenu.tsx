import { profileViews } from '@ruam/contract/customers/views.ts'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconArrowRight,
  IconChevronDown,
  IconDeviceFloppy,
  IconHome,
  IconHomeOff,
  IconLink,
  IconPencil,
  IconPlus,
  IconSpeakerphone,
  IconTrash,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { alerts } from '../../../ui/alerts.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useMayOpen } from '../../../ui/may.ts'
import { useGo } from '../../../ui/route.tsx'
import { isMasked } from '../../rules/rule-address.ts'
import { useCopy } from '../detail/use-copy.ts'
import { useOwnPreference } from './use-own-preference.ts'
import { useSaveView } from './use-save-view.ts'
import styles from './ViewsBar.module.css'
import { addressOfView, type NewDefinition, type SavedView } from './view-definition.ts'
import { viewText } from './view-text.ts'

interface ViewMenuProps {
  open: SavedView
  changed: boolean
  define: (withColumns: boolean) => NewDefinition
  onNew: () => void
  onRename: () => void
  /** Forgets what was changed of the columns. */
  onRevert: () => void
  /** Moves the tab; false at the end. */
  onLeft: (() => void) | false
  onRight: (() => void) | false
}

/** Actions on the open view; only its author changes it. */
export function ViewMenu(props: ViewMenuProps) {
  const { open, changed, define, onNew, onRename, onRevert, onLeft, onRight } = props
  const t = useWords(viewText)
  const c = useWords(common)
  const go = useGo()
  const confirm = useConfirm()
  const { own, save: prefer } = useOwnPreference()
  const copy = useCopy()
  const remove = useWrite(profileViews.delete)
  const { id, name, shared, mine, author } = open
  const { save, saveChanges } = useSaveView(open, define)
  const isDefault = own?.profileViewId === id
  const revert = () => {
    onRevert()
    go({ to: 'profile-list', ...addressOfView(open) })
  }
  const setDefault = () => {
    prefer({ profileViewId: isDefault ? null : id })
    alerts.success(isDefault ? t.defaultGone : t.defaultSaved({ name }))
  }
  const drop = async () => {
    const text = shared ? { text: t.deleteShared } : {}
    if (!(await confirm({ title: t.deleteTitle({ name }), ...text, yes: c.delete, mode: 'cancel' }))) return
    if (isDefault) prefer({ profileViewId: null })
    go({ to: 'profile-list', replace: true })
    await remove.mutateAsync({ params: { id } }).then(
      () => alerts.success(t.deleted({ name }), { name }),
      () => undefined,
    )
  }
  const box = useRef<HTMLSpanElement>(null)
  // The row of tabs scrolls sideways: the menu would be out of sight behind its tab.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void box.current?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  const maySend = useMayOpen('broadcast-create')
  const { keyword, deleted, rule } = open.definition
  // A rule alone says who they are also on the day of sending; a search and a masked value do not.
  const send =
    maySend && rule && !keyword && !deleted && !isMasked(rule)
      ? () => go({ to: 'broadcast-create', state: () => ({ sendTo: { rule, name } }) })
      : undefined
  const whose = mine ? t.yours : t.by({ name: author.name })
  return (
    <span ref={box}>
      <ActionMenu label={t.options({ name })} icon={<IconChevronDown size={16} stroke={1.6} />}>
        {(close) => {
          const item = (label: string, Icon: typeof IconPlus, act: () => unknown, danger?: true) => (
            <MenuAction icon={Icon} label={label} close={close} onAct={act} danger={danger} />
          )
          return (
            <>
              <p className={styles.whose}>
                <strong>{name}</strong>
                {shared ? t.seenByAll({ whose }) : whose}
              </p>
              <ul>
                {changed && mine && item(t.saveChanges, IconDeviceFloppy, saveChanges)}
                {changed && item(t.revert, IconArrowBackUp, revert)}
                {mine && item(t.rename, IconPencil, onRename)}
                {item(t.saveAs, IconPlus, onNew)}
                {send && item(t.send, IconSpeakerphone, send)}
                {item(t.copyLink, IconLink, () =>
                  copy(new URL(`${location.pathname}?view=${id}`, location.origin).toString()),
                )}
              </ul>
              <ul>
                {mine &&
                  item(shared ? t.unshare : t.share, shared ? IconUsersMinus : IconUsers, () =>
                    save({ shared: !shared }),
                  )}
                {item(isDefault ? t.noDefault : t.makeDefault, isDefault ? IconHomeOff : IconHome, setDefault)}
                {onLeft && item(t.moveLeft, IconArrowLeft, onLeft)}
                {onRight && item(t.moveRight, IconArrowRight, onRight)}
              </ul>
              {mine && <ul>{item(t.delete, IconTrash, drop, true)}</ul>}
            </>
          )
        }}
      </ActionMenu>
    </span>
  )
}
