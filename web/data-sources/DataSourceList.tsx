import { Box, Button, NativeSelect } from '@mantine/core'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { dataSourceStatuses } from '@ruam/contract/status.ts'
import { IconDatabase, IconFileImport } from '@tabler/icons-react'
import { useRead } from '../core/api.ts'
import { DataTable } from '../core/DataTable.tsx'
import { RouteLink } from '../core/route.tsx'
import { SearchBox } from '../core/SearchBox.tsx'
import { useMay } from '../core/session.ts'
import { Toolbar } from '../core/Toolbar.tsx'
import { useWords } from '../core/text.ts'
import { useView } from '../core/view.ts'
import { DataSourceCard } from './DataSourceCard.tsx'
import { useDataSourceColumns } from './data-source-columns.tsx'
import { isRunning, targetOf } from './stages.ts'
import { text } from './text.ts'

export const dataSourceSorts = ['updated_at', 'created_at', 'name', 'status'] as const
const POLL_MS = 3000

/** Every file the store has imported, with what came of it. */
export function DataSourceList() {
  const t = useWords(text)
  const mayImport = useMay()('cdp-core.datasource.create')
  const view = useView({
    sorts: dataSourceSorts,
    sort: 'updated_at',
    dir: 'desc',
    filters: { status: dataSourceStatuses },
  })
  const columns = useDataSourceColumns()
  const read = useRead(
    dataSources.list,
    { query: { ...view.query, status: view.filters.status } },
    { poll: (page) => (page?.data.some(({ status }) => isRunning(status) || status === 'loading') ? POLL_MS : false) },
  )
  const nothing = read.data?.total === 0 && !view.narrowed
  const importButton = mayImport && (
    <Button
      component={RouteLink}
      to="data-source-import"
      variant="filled"
      leftSection={<IconFileImport size={16} stroke={1.6} />}
    >
      {t.importData}
    </Button>
  )
  const order = (
    <NativeSelect
      size="sm"
      aria-label={t.sortBy}
      value={`${view.sort} ${view.dir}`}
      data={[
        { value: 'updated_at desc', label: t.sortUpdatedDesc },
        { value: 'created_at desc', label: t.sortCreatedDesc },
        { value: 'created_at asc', label: t.sortCreatedAsc },
        { value: 'name asc', label: t.sortNameAsc },
        { value: 'status asc', label: t.sortStatusAsc },
      ]}
      onChange={(event) => {
        const [field, dir] = event.currentTarget.value.split(' ')
        view.show({ sort: dataSourceSorts.find((one) => one === field), dir: dir === 'asc' ? 'asc' : 'desc' })
      }}
    />
  )
  return (
    <>
      <Toolbar actions={!nothing && importButton}>
        <SearchBox view={view} label={t.search} />
        <NativeSelect
          size="sm"
          aria-label={t.status}
          value={view.filters.status ?? ''}
          data={[
            { value: '', label: t.anyStatus },
            ...dataSourceStatuses.map((status) => ({ value: status, label: t[status] })),
          ]}
          onChange={(event) => {
            const status = dataSourceStatuses.find((one) => one === event.currentTarget.value)
            view.show({ filters: { status } })
          }}
        />
        <Box visibleFrom="sm">{order}</Box>
      </Toolbar>
      <DataTable
        label={t.label}
        columns={columns}
        read={read}
        rowKey={(source) => source.id}
        view={view}
        link={(source) => targetOf(source, mayImport)}
        card={(source) => <DataSourceCard source={source} />}
        order={order}
        summary={read.data && <strong>{t.count({ count: read.data.total })}</strong>}
        empty={{
          icon: IconDatabase,
          title: t.emptyTitle,
          text: mayImport ? t.emptyText : t.emptyTextRead,
          action: importButton,
        }}
      />
    </>
  )
}
