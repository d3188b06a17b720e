import { OWNER } from '@ruam/contract/permissions.ts'
import { roles } from '@ruam/contract/roles.ts'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { ActionMenu } from '../core/ActionMenu.tsx'
import type { Got } from '../core/api.ts'
import { MenuAction } from '../core/MenuAction.tsx'
import { useMayCall } from '../core/may.ts'
import { useRoleName } from '../core/role-name.ts'
import { RouteLink } from '../core/route.tsx'
import { useWords } from '../core/text.ts'
import { common } from '../core/words.ts'
import { text } from './text.ts'
import { useReach } from './use-reach.ts'

type RoleRow = Got<typeof roles.get>

const icon = { size: 16, stroke: 1.6 }

/** What can be done with a role, as far as the person may. */
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
