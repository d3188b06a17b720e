import { Button, NativeSelect } from '@mantine/core'
import { invitations, people } from '@ruam/contract/access/people.ts'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ExportList } from '../../background/exports/ExportList.tsx'
import { useRead, useWrite } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { useMayCall, useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { useRoles } from '../roles/use-given-roles.ts'
import { type Invited, LinksDialog } from './LinksDialog.tsx'
import styles from './People.module.css'
import { PersonActions } from './PersonActions.tsx'
import { PersonLastVisit, PersonName } from './PersonCells.tsx'
import type { PersonRow } from './person-row.ts'
import { RemoveDialog, type RemoveDialogProps } from './RemoveDialog.tsx'
import { text } from './text.ts'

const statuses = ['member', 'pending', 'expired'] as const

/** Members of the store and pending invitations. */
export function PeopleList() {
  const t = useWords(text)
  const called = useRoleName()
  const phone = usePhone()
  const mayList = useMayCall(people.list)
  const mayInvite = useMayOpen('setting-user-management-create-edit')
  const roles = useRoles()
  const [links, setLinks] = useState<readonly Invited[]>()
  const [removing, setRemoving] = useState<Pick<RemoveDialogProps, 'person' | 'keys'>>()
  const again = useWrite(invitations.create, { refreshes: [people.list] })
  const view = useView({ sorts: ['status'], sort: 'status', filters: { role: 'text', status: statuses } })
  const { offset, limit, keyword } = view.query
  const roleId = roles.find(({ id }) => String(id) === view.filters.role)?.id
  const query = { offset, limit, ...(keyword && { keyword }), status: view.filters.status, roleId }
  const read = useRead(people.list, { query: query as never }, { enabled: mayList })
  const filter = (change: Partial<typeof view.filters>) => view.show({ filters: { ...view.filters, ...change } })
  const onNewLink = ({ email, role }: PersonRow, way: 'mail' | 'link') =>
    again.mutate(
      { body: { email, roleId: role.id, send: way === 'mail' } },
      { onSuccess: ({ link }) => (link ? setLinks([{ email, link }]) : alerts.success(t.sentAgain)) },
    )
  const actions = (person: PersonRow) => (
    <PersonActions
      person={person}
      onNewLink={onNewLink}
      onRemoveWithKeys={(one, keys) => setRemoving({ person: one, keys })}
    />
  )
  const columns: TableColumn<PersonRow, 'status'>[] = [
    { id: 'name', title: t.name, cut: 140, cell: (person) => <PersonName person={person} /> },
    { id: 'email', title: t.email, quiet: true, cut: 140, cell: ({ email }) => email },
    { id: 'role', title: t.role, width: 190, cut: 120, cell: ({ role }) => called.title(role.name) },
    {
      id: 'lastSeen',
      title: t.lastSeen,
      width: 250,
      quiet: true,
      cell: (person) => <PersonLastVisit person={person} />,
    },
    {
      id: 'actions',
      pinned: 'end',
      title: t.actions,
      align: 'right',
      width: 80,
      cell: (person) => actions(person) ?? ' ',
    },
  ]
  const inviteButton = mayInvite && (
    <Button
      variant="filled"
      component={RouteLink}
      to="setting-user-management-create-edit"
      leftSection={<IconUserPlus size={16} stroke={1.6} />}
    >
      {t.invite}
    </Button>
  )
  return (
    <>
      <Toolbar
        actions={
          <>
            <ExportList type="people" />
            {inviteButton}
          </>
        }
      >
        <ListSearch view={view} label={t.search} />
        {roles.length > 0 && (
          <NativeSelect
            size="sm"
            className={styles.filter}
            aria-label={t.role}
            value={view.filters.role ?? ''}
            data={[
              { value: '', label: t.anyRole },
              ...roles.map(({ id, name }) => ({ value: String(id), label: called.title(name) })),
            ]}
            onChange={(event) => filter({ role: event.currentTarget.value || undefined })}
          />
        )}
        <NativeSelect
          size="sm"
          className={styles.filter}
          aria-label={t.status}
          value={view.filters.status ?? ''}
          data={[{ value: '', label: t.anyStatus }, ...statuses.map((value) => ({ value, label: t[value] }))]}
          onChange={(event) => filter({ status: statuses.find((one) => one === event.currentTarget.value) })}
        />
      </Toolbar>
      <DataTable
        label={t.people}
        columns={columns}
        read={read}
        rowKey={({ status, id }) => `${status === 'member' ? 'member' : 'invitation'} ${id}`}
        view={view}
        card={phone ? (person) => <PersonCard person={person} actions={actions(person)} /> : undefined}
        summary={
          read.data && (
            <strong>
              {t.count({ count: read.data.members })}
              {read.data.invitations > 0 && ` · ${t.invited({ count: read.data.invitations })}`}
            </strong>
          )
        }
        empty={{ icon: IconUsers, title: t.emptyTitle, text: t.emptyText, action: inviteButton }}
      />
      {removing && <RemoveDialog {...removing} onClose={() => setRemoving(undefined)} />}
      {links && <LinksDialog invited={links} onClose={() => setLinks(undefined)} />}
    </>
  )
}

/** A member or invitation in the list on a phone. */
function PersonCard({ person, actions }: { person: PersonRow; actions: ReactNode }) {
  const called = useRoleName()
  const role = called.title(person.role.name)
  return (
    <div className={styles.card}>
      <div>
        <PersonName person={person} />
        <span className={styles.about}>{person.email}</span>
        {person.status === 'member' ? (
          <span className={styles.about}>
            {role} · <PersonLastVisit person={person} />
          </span>
        ) : (
          <>
            <span className={styles.about}>{role}</span>
            <PersonLastVisit person={person} />
          </>
        )}
      </div>
      {actions}
    </div>
  )
}
