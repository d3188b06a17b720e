import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { IconApi } from '@tabler/icons-react'
import { useState } from 'react'
import { SettingTabs } from '../app/SettingTabs.tsx'
import { useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn } from '../ui/data-table.ts'
import { useMayCall } from '../ui/may.ts'
import { ListSearch } from '../ui/SearchBox.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { useView } from '../ui/view.ts'
import { AddButton } from './AddButton.tsx'
import { ListCard } from './ListCard.tsx'
import styles from './OpenApi.module.css'
import { OpenApiDetail } from './OpenApiDetail.tsx'
import { type OpenApi, OpenApiDialog } from './OpenApiDialog.tsx'
import { openApiText } from './open-api-text.ts'
import { State } from './State.tsx'
import { StatusSelect } from './StatusSelect.tsx'
import { SwitchActions } from './SwitchActions.tsx'
import { text } from './text.ts'
import { useCallName } from './use-call-name.ts'

const statuses = ['active', 'inactive', 'error'] as const

/** Open APIs of the store: what the tokens of vendors may read. */
export function OpenApiList() {
  const t = useWords(text)
  const o = useWords(openApiText)
  const phone = usePhone()
  const { nameOf } = useCallName()
  const mayCreate = useMayCall(openApis.create)
  const mayEdit = useMayCall(openApis.update)
  const mayDelete = useMayCall(openApis.delete)
  const setStatus = useWrite(openApis.setStatus)
  const remove = useWrite(openApis.delete, { refreshes: [apiTokens.list] })
  const [shown, setShown] = useState<{ edit: OpenApi | undefined } | { look: OpenApi }>()
  const close = () => setShown(undefined)
  const view = useView({ sorts: ['name'], sort: 'name', dir: 'asc', filters: { status: statuses } })
  const { offset, limit } = view.query
  const { status } = view.filters
  const read = useRead(openApis.list, { query: { offset, limit, keyword: view.keyword, status } })

  const name = (openApi: OpenApi) => (
    <span className={styles.name}>
      <button type="button" className={styles.open} onClick={() => setShown({ look: openApi })}>
        {openApi.name}
      </button>
      <span className={styles.quiet}>{openApi.description}</span>
    </span>
  )
  const tokens = (openApi: OpenApi) => openApi.tokens.map((token) => token.name).join(', ') || o.noTokens
  const fields = (openApi: OpenApi) => {
    const count = openApi.fields.filter(({ read }) => read).length
    return count > 0 ? o.fieldCount({ count }) : ''
  }
  const actions = (openApi: OpenApi) => (
    <SwitchActions
      name={openApi.name}
      inactive={openApi.status === 'inactive'}
      switchOffText={o.switchOffText}
      deleteText={o.deleteText}
      onEdit={mayEdit ? () => setShown({ edit: openApi }) : undefined}
      onSwitch={
        mayEdit ? (status, done) => setStatus.mutate({ params: { id: openApi.id }, body: { status } }, done) : undefined
      }
      onDelete={mayDelete ? (done) => remove.mutate({ params: { id: openApi.id } }, done) : undefined}
    />
  )
  const columns: TableColumn<OpenApi, 'name'>[] = [
    { id: 'name', title: t.name, cell: name },
    { id: 'reads', title: o.reads, quiet: true, cell: ({ calls }) => calls.map(nameOf).join(', ') },
    { id: 'fields', title: o.fields, quiet: true, width: 120, cell: fields },
    { id: 'tokens', title: o.tokens, quiet: true, cell: tokens },
    { id: 'status', title: t.status, width: 140, cell: (openApi) => <State status={openApi.status} /> },
    { id: 'actions', pinned: 'end', title: t.actions, width: 80, cell: actions },
  ]
  const addButton = mayCreate && <AddButton name={o.newOpenApi} onClick={() => setShown({ edit: undefined })} />
  return (
    <>
      <SettingTabs />
      <Toolbar actions={addButton}>
        <ListSearch view={view} label={o.search} />
        <StatusSelect statuses={statuses} value={status} onChange={(one) => view.show({ filters: { status: one } })} />
      </Toolbar>
      <DataTable
        label={o.title}
        columns={columns}
        read={read}
        rowKey={(openApi) => openApi.id}
        view={view}
        card={
          phone
            ? (openApi) => (
                <ListCard
                  name={name(openApi)}
                  status={openApi.status}
                  facts={[fields(openApi), tokens(openApi)].filter(Boolean).join(' · ')}
                  actions={actions(openApi)}
                />
              )
            : undefined
        }
        summary={read.data && <strong>{o.count({ count: read.data.total })}</strong>}
        empty={{ icon: IconApi, title: o.emptyTitle, text: o.emptyText, action: addButton }}
      />
      {shown && 'edit' in shown && <OpenApiDialog openApi={shown.edit} onClose={close} />}
      {shown && 'look' in shown && (
        <OpenApiDetail openApi={shown.look} onEdit={() => setShown({ edit: shown.look })} onClose={close} />
      )}
    </>
  )
}
