import { roles } from '@ruam/contract/access/roles.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Got } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { text } from './text.ts'
import { useReach } from './use-reach.ts'

type RoleRow = Got<typeof roles.get>

const icon = { size: 16, stroke: 1.6 }

/** Permitted actions on a role. */
export function RoleActions({ role, onDelete }: { role: RoleRow; onDelete: (role: RoleRow) => void }) {
  const t = useWords(text)
  const c = useWords(common)
  const called = useRoleName()
  const { mayGive } = useReach()
  const may = { create: useMayCall(roles.create), edit: useMayCall(roles.update), delete: useMayCall(roles.delete) }
  const mayDelete = may.delete && role.name !== OWNER && mayGive(role)
  if (!may.edit && !may.create && !mayDelete) return null
  return (
    <ActionMenu label={t.actionsOf({ name: called.title(role.name) })}>
      {(close) => (
        <ul>
          {may.edit && (
            <li>
              <RouteLink to="setting-role-permission-edit" params={{ roleId: role.id }} onClick={close}>
                <IconPencil {...icon} />
                {t.open}
              </RouteLink>
            </li>
          )}
          {may.create && (
            <li>
              <RouteLink to="setting-role-permission-create" search={{ from: role.id }} onClick={close}>
                <IconCopy {...icon} />
                {t.duplicate}
              </RouteLink>
            </li>
          )}
          {mayDelete && (
            <MenuAction icon={IconTrash} label={c.delete} close={close} onAct={() => onDelete(role)} danger />
          )}
        </ul>
      )}
    </ActionMenu>
  )
}
