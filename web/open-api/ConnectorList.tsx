import { Button, NativeSelect } from '@mantine/core'
import { connectorStatuses } from '@ruam/contract/open-api/connector-states.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { IconPlug, IconPlus } from '@tabler/icons-react'
import { SettingTabs } from '../app/SettingTabs.tsx'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { isApiError } from '../data/request.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn } from '../ui/data-table.ts'
import { useMayCall, useMayOpen } from '../ui/may.ts'
import { RouteLink } from '../ui/route.tsx'
import { ListSearch } from '../ui/SearchBox.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { useView } from '../ui/view.ts'
import { connectorText } from './connector-text.ts'
import styles from './OpenApi.module.css'
import { State } from './State.tsx'
import { SwitchActions } from './SwitchActions.tsx'
import { text } from './text.ts'

type Row = Got<typeof connectors.list>['data'][number]
const sorts = ['name', 'last_item_at', 'created_at'] as const

/** Connectors of the store, each with what it receives. */
export function ConnectorList() {
  const t = useWords(text)
  const n = useWords(connectorText)
  const format = useFormat()
  const phone = usePhone()
  const mayCreate = useMayOpen('data-source-openapi-connector-create')
  const mayEdit = useMayCall(connectors.setStatus)
  const mayDelete = useMayCall(connectors.delete)
  const setStatus = useWrite(connectors.setStatus)
  const remove = useDeleteConnector()
  const view = useView({ sorts, sort: 'created_at', dir: 'desc', filters: { status: connectorStatuses } })
  const { status } = view.filters
  const read = useRead(connectors.list, { query: { ...view.query, status } })

  const today = ({ today: { items, failed } }: Row) =>
    [n.itemsToday({ count: items }), ...(failed > 0 ? [n.failedToday({ count: failed })] : [])].join(' · ')
  const last = ({ lastItemAt }: Row) => (lastItemAt ? format.dateTime(lastItemAt) : n.noItem)
  const name = (row: Row) => (
    <span className={styles.name}>
      <RouteLink
        className={styles.open}
        to="data-source-openapi-connector-create-edit"
        params={{ connectorId: row.id }}
      >
        {row.name}
      </RouteLink>
      <span className={styles.quiet}>{row.description}</span>
    </span>
  )
  const actions = (row: Row) => (
    <SwitchActions
      name={row.name}
      inactive={row.status === 'inactive'}
      switchOffText={n.pauseText}
      deleteText={n.deleteText}
      onSwitch={
        mayEdit ? (next, done) => setStatus.mutate({ params: { id: row.id }, body: { status: next } }, done) : undefined
      }
      onDelete={mayDelete ? (done) => void remove(row.id, done.onSuccess) : undefined}
    />
  )
  const columns: TableColumn<Row, (typeof sorts)[number]>[] = [
    { id: 'name', title: t.name, sort: 'name', cell: name },
    { id: 'today', title: n.today, quiet: true, width: 220, cell: today },
    {
      id: 'deadLetters',
      title: n.deadLetters,
      align: 'right',
      width: 110,
      cell: ({ deadLetters }) => (deadLetters > 0 ? format.formatNumber(deadLetters) : ''),
    },
    { id: 'lastItem', title: n.lastItem, sort: 'last_item_at', sortKind: 'date', quiet: true, width: 190, cell: last },
    { id: 'status', title: t.status, width: 140, cell: (row) => <State status={row.status} /> },
    { id: 'actions', pinned: 'end', title: t.actions, width: 80, cell: actions },
  ]
  const addButton = mayCreate && (
    <Button
      component={RouteLink}
      to="data-source-openapi-connector-create"
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.6} />}
    >
      {n.newConnector}
    </Button>
  )
  return (
    <>
      <SettingTabs />
      <Toolbar actions={addButton}>
        <ListSearch view={view} label={n.search} />
        <NativeSelect
          size="sm"
          aria-label={t.status}
          value={status ?? ''}
          data={[{ value: '', label: t.anyStatus }, ...connectorStatuses.map((one) => ({ value: one, label: t[one] }))]}
          onChange={(event) =>
            view.show({ filters: { status: connectorStatuses.find((one) => one === event.currentTarget.value) } })
          }
        />
      </Toolbar>
      <DataTable
        label={n.connectors}
        columns={columns}
        read={read}
        rowKey={(row) => row.id}
        view={view}
        card={
          phone
            ? (row) => (
                <div className={styles.card}>
                  <div>
                    {name(row)}
                    <div className={styles.quiet}>
                      <State status={row.status} /> {today(row)} · {last(row)}
                    </div>
                  </div>
                  {actions(row)}
                </div>
              )
            : undefined
        }
        summary={read.data && <strong>{n.count({ count: read.data.total })}</strong>}
        empty={{ icon: IconPlug, title: n.emptyTitle, text: n.emptyText, action: addButton }}
      />
    </>
  )
}

/** Returns what deletes a connector, after a further question if segments or views use it. */
function useDeleteConnector() {
  const n = useWords(connectorText)
  const confirm = useConfirm()
  const remove = useWrite(connectors.delete, { quiet: true })
  return async (id: number, onSuccess: () => void) => {
    const send = (query: { confirm?: 'true' }) => remove.mutateAsync({ params: { id }, query })
    try {
      await send({})
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.name !== 'data_source_in_use') return alerts.error(error.message)
      if (!(await confirm({ title: error.message, yes: n.deleteInUse, mode: 'cancel' }))) return
      try {
        await send({ confirm: 'true' })
      } catch (again) {
        if (!isApiError(again)) throw again
        return alerts.error(again.message)
      }
    }
    onSuccess()
  }
}
