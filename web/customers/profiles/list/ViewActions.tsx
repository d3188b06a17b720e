import { Button } from '@mantine/core'
import { profileViews } from '@ruam/contract/customers/views.ts'
import {
  IconArrowBackUp,
  IconDeviceFloppy,
  IconHome,
  IconHomeOff,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { alerts } from '../../../ui/alerts.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useGo } from '../../../ui/route.tsx'
import { useOwnPreference } from './use-own-preference.ts'
import { addressOfView, keptDefinition, type NewDefinition, type SavedView } from './view-definition.ts'
import { viewText } from './view-text.ts'

interface ViewActionsProps {
  open: SavedView
  changed: boolean
  define: (withColumns: boolean) => NewDefinition
  onNew: () => void
  onRename: () => void
  /** Forgets what was changed of the columns. */
  onRevert: () => void
}

/** Actions on the open view; only its author changes it. */
export function ViewActions({ open, changed, define, onNew, onRename, onRevert }: ViewActionsProps) {
  const t = useWords(viewText)
  const c = useWords(common)
  const go = useGo()
  const confirm = useConfirm()
  const { own, save: prefer } = useOwnPreference()
  const update = useWrite(profileViews.update)
  const remove = useWrite(profileViews.delete)
  const { id, name, shared, mine, definition, updatedAt } = open
  const isDefault = own?.profileViewId === id
  const save = async (change: { shared?: boolean; definition?: NewDefinition }) => {
    const kept = keptDefinition(definition)
    const saved = await update
      .mutateAsync({ params: { id }, body: { name, shared, definition: kept, originTime: updatedAt, ...change } })
      .catch(() => undefined)
    if (saved) alerts.success(t.saved({ name }))
  }
  const saveChanges = async () => {
    const text = shared ? t.overShared : t.overText
    if (await confirm({ title: t.overTitle({ name }), text, yes: c.save }))
      await save({ definition: define(definition.columns !== null) })
  }
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
      () => alerts.success(t.deleted({ name })),
      () => undefined,
    )
  }
  return (
    <>
      {changed && (
        <Button loading={update.isPending} onClick={mine ? saveChanges : onNew}>
          {mine ? c.save : t.saveAs}
        </Button>
      )}
      <ActionMenu label={t.options({ name })}>
        {(close) => {
          const item = (label: string, Icon: typeof IconPlus, act: () => unknown, danger?: true) => (
            <MenuAction icon={Icon} label={label} close={close} onAct={act} danger={danger} />
          )
          return (
            <ul>
              {changed && mine && item(t.saveChanges, IconDeviceFloppy, saveChanges)}
              {changed && item(t.revert, IconArrowBackUp, revert)}
              {item(t.saveAs, IconPlus, onNew)}
              {item(isDefault ? t.noDefault : t.makeDefault, isDefault ? IconHomeOff : IconHome, setDefault)}
              {mine && item(t.rename, IconPencil, onRename)}
              {mine &&
                item(shared ? t.unshare : t.share, shared ? IconUsersMinus : IconUsers, () =>
                  save({ shared: !shared }),
                )}
              {mine && item(t.delete, IconTrash, drop, true)}
            </ul>
          )
        }}
      </ActionMenu>
    </>
  )
}
