import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import {
  IconArrowDown,
  IconArrowUp,
  IconCircleCheck,
  IconCircleMinus,
  IconCopy,
  IconDots,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { alerts } from '../../ui/alerts.ts'
import { askConfirmation } from '../../ui/confirm.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { RouteLink } from '../../ui/route.tsx'
import type { MenuSummary } from './menu.ts'
import { menuText } from './menu-text.ts'

interface MenuOptionsProps {
  menu: MenuSummary
  mayEdit: boolean
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onCopy: (id: number) => void
}

/** The options of a menu in the list. */
export function MenuOptions({ menu, mayEdit, onUp, onDown, onCopy }: MenuOptionsProps) {
  const t = useWords(menuText)
  const off = useWrite(richMenus.switchOff)
  const use = useWrite(richMenus.publish)
  const remove = useWrite(richMenus.delete)
  const { id, name, status, isDefault, updatedAt } = menu
  const params = { id }
  async function switchOff() {
    const text = isDefault ? t.offDefaultText : t.offText
    if (await askConfirmation({ title: t.offTitle({ name }), text, yes: t.switchOff, mode: 'cancel' }))
      off.mutate({ params }, { onSuccess: () => alerts.success(t.switchedOff({ name })) })
  }
  async function removeIt() {
    if (await askConfirmation({ title: t.removeTitle({ name }), text: t.removeText, yes: t.remove, mode: 'cancel' }))
      remove.mutate({ params }, { onSuccess: () => alerts.success(t.removed({ name })) })
  }
  return (
    <ActionMenu label={t.actions({ name })} icon={<IconDots size={18} stroke={1.6} />}>
      {(close) => (
        <ul>
          <li>
            <RouteLink to="rich-menu" params={{ menuId: id }}>
              <IconPencil size={16} stroke={1.6} aria-hidden />
              {mayEdit ? t.edit : t.open}
            </RouteLink>
          </li>
          {mayEdit && (
            <>
              {onUp && <MenuAction icon={IconArrowUp} label={t.up} close={close} onAct={onUp} />}
              {onDown && <MenuAction icon={IconArrowDown} label={t.down} close={close} onAct={onDown} />}
              <MenuAction icon={IconCopy} label={t.copy} close={close} onAct={() => onCopy(id)} />
              {status === 'in_use' && (
                <MenuAction icon={IconCircleMinus} label={t.switchOff} close={close} onAct={switchOff} />
              )}
              {status === 'off' && (
                <MenuAction
                  icon={IconCircleCheck}
                  label={t.useAgain}
                  close={close}
                  onAct={() => use.mutate({ params, body: { originTime: updatedAt } })}
                />
              )}
              <MenuAction icon={IconTrash} label={t.remove} close={close} onAct={removeIt} danger />
            </>
          )}
        </ul>
      )}
    </ActionMenu>
  )
}
