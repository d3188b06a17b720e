import { Button } from '@mantine/core'
import { roles } from '@ruam/contract/access/roles.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { IconCopy, IconPencil, IconPlus, IconShield, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { ExportList } from '../../background/exports/ExportList.tsx'
import { type Got, useRead } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { useMayCall, useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { DeleteRole } from './DeleteRole.tsx'
import { rightsText } from './matrix.ts'
import styles from './RoleList.module.css'
import { text } from './text.ts'
import { useReach } from './use-reach.ts'

const icon = { size: 16, stroke: 1.6 }

type RoleRow = Got<typeof roles.get>

/** Roles of the store. */
export function RoleList() {
  const t = useWords(text)
  const format = useFormat()
  const called = useRoleName()
  const phone = usePhone()
  const { id } = useStore()
  const mayEdit = useMayOpen('setting-role-permission-edit')
  const mayCreate = useMayOpen('setting-role-permission-create')
  const [going, setGoing] = useState<RoleRow>()
  const view = useView({ sorts: ['id'], sort: 'id' })
  const { offset, limit, keyword } = view.query
  const read = useRead(roles.list, { params: { id }, query: { offset, limit, keyword } as never })
  const rights = (role: RoleRow) => (role.name === OWNER ? t.everything : rightsText(t, role.permissions))
  const name = (role: RoleRow) => (
    <span className={styles.name}>
      <strong>{called.title(role.name)}</strong>
      {role.preset && <span>{t.preset}</span>}
    </span>
  )
  const columns: TableColumn<RoleRow, 'id'>[] = [
    { id: 'name', title: t.name, width: 220, cut: 160, cell: name },
    {
      id: 'about',
      title: t.description,
      quiet: true,
      cut: 130,
      cell: called.about,
    },
    { id: 'members', title: t.members, align: 'right', width: 90, cell: (role) => format.formatNumber(role.members) },
    { id: 'rights', title: t.rights, quiet: true, width: 200, cell: rights },
    { id: 'updatedAt', title: t.updatedAt, quiet: true, width: 190, cell: (role) => format.dateTime(role.updatedAt) },
    {
      id: 'actions',
      pinned: 'end',
      title: t.actions,
      align: 'right',
      width: 80,
      cell: (role) => <RoleActions role={role} onDelete={setGoing} />,
    },
  ]
  const addButton = mayCreate && (
    <Button
      variant="filled"
      component={RouteLink}
      to="setting-role-permission-create"
      leftSection={<IconPlus size={16} stroke={1.6} />}
    >
      {t.newRole}
    </Button>
  )
  const link = (role: RoleRow) =>
    mayEdit ? ({ to: 'setting-role-permission-edit', params: { roleId: role.id } } as const) : undefined
  return (
    <>
      <Toolbar
        actions={
          <>
            <ExportList type="role" />
            {addButton}
          </>
        }
      >
        <ListSearch view={view} label={t.search} />
      </Toolbar>
      <DataTable
        label={t.roles}
        columns={columns}
        read={read}
        rowKey={(role) => role.id}
        view={view}
        link={phone ? undefined : link}
        card={
          phone
            ? (role) => (
                <div className={styles.card}>
                  <div>
                    {name(role)}
                    <span className={styles.about}>{called.about(role)}</span>
                    <span className={styles.about}>
                      {role.members > 0 ? t.usedBy({ count: role.members }) : t.usedByNobody} · {rights(role)}
                    </span>
                  </div>
                  <RoleActions role={role} onDelete={setGoing} />
                </div>
              )
            : undefined
        }
        summary={read.data && <strong>{t.count({ count: read.data.total })}</strong>}
        empty={{ icon: IconShield, title: t.emptyTitle, text: t.emptyText, action: addButton }}
      />
      {going && <DeleteRole role={going} onClose={() => setGoing(undefined)} />}
    </>
  )
}

/** Permitted actions on a role. */
function RoleActions({ role, onDelete }: { role: RoleRow; onDelete: (role: RoleRow) => void }) {
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
