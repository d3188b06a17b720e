import { IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { MenuAction } from '../ui/MenuAction.tsx'
import { text } from './text.ts'

interface Done {
  onSuccess: () => void
}

interface SwitchActionsProps {
  name: string
  /** True if it can be activated; undefined if its state cannot be changed. */
  inactive: boolean | undefined
  /** Effects of a deactivation and of a deletion, in a sentence. */
  switchOffText: string
  deleteText: string
  /** Left out if the person may not do it. */
  onEdit?: (() => void) | undefined
  onRotate?: (() => void) | undefined
  onSwitch?: ((status: 'active' | 'inactive', done: Done) => void) | undefined
  onDelete?: ((done: Done) => void) | undefined
}

/** The menu of a thing that can be changed, switched off and deleted, after a question where a program would stop. */
export function SwitchActions(props: SwitchActionsProps) {
  const { name, inactive, switchOffText, deleteText, onEdit, onRotate, onSwitch, onDelete } = props
  const t = useWords(text)
  const c = useWords(common)
  const confirm = useConfirm()
  if (!onEdit && !onRotate && !onSwitch && !onDelete) return null

  async function change() {
    const question = { title: t.switchOffTitle({ name }), text: switchOffText, yes: t.switchOff } as const
    if (!inactive && !(await confirm({ ...question, mode: 'cancel' }))) return
    onSwitch?.(inactive ? 'active' : 'inactive', {
      onSuccess: () => alerts.success(inactive ? t.switchedOn : t.switchedOff),
    })
  }
  async function remove() {
    if (!(await confirm({ title: t.deleteTitle({ name }), text: deleteText, yes: c.delete, mode: 'cancel' }))) return
    onDelete?.({ onSuccess: () => alerts.success(c.deleted) })
  }
  return (
    <ActionMenu label={t.actionsOf({ name })}>
      {(close) => (
        <>
          {onEdit && <MenuAction icon={IconPencil} label={t.edit} close={close} onAct={onEdit} />}
          {onRotate && <MenuAction icon={IconRefresh} label={t.rotate} close={close} onAct={onRotate} />}
          {onSwitch && inactive !== undefined && (
            <MenuAction
              icon={inactive ? IconPlayerPlay : IconPlayerPause}
              label={inactive ? t.switchOn : t.switchOff}
              close={close}
              onAct={change}
            />
          )}
          {onDelete && <MenuAction icon={IconTrash} label={c.delete} danger close={close} onAct={remove} />}
        </>
      )}
    </ActionMenu>
  )
}
