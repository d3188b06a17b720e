import { Button, NativeSelect } from '@mantine/core'
import { dataSources, dataSourceTypes } from '@ruam/contract/imports/data-sources.ts'
import { dataSourceEvent } from '@ruam/contract/imports/run-notices.ts'
import { dataSourceStatuses } from '@ruam/contract/imports/status.ts'
import { IconDatabase, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { SettingTabs } from '../../../app/SettingTabs.tsx'
import { ExportList } from '../../../background/exports/ExportList.tsx'
import { instantsOf, readDays } from '../../../customers/profiles/day-range.ts'
import { useRead } from '../../../data/api.ts'
import { usePush } from '../../../data/push.ts'
import { useStore } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Loaded } from '../../../ui/Loaded.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { Pills } from '../../../ui/Pills.tsx'
import { RouteLink } from '../../../ui/route.tsx'
import { ListSearch } from '../../../ui/SearchBox.tsx'
import { Toolbar } from '../../../ui/Toolbar.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { useView } from '../../../ui/view.ts'
import { importing } from '../import-text.ts'
import { isMoving, stageTargetOf } from '../stages.ts'
import { text } from '../text.ts'
import { isOver } from '../use-source.ts'
import { CreatedFilter } from './CreatedFilter.tsx'
import { DataSourceCard } from './DataSourceCard.tsx'
import styles from './DataSourceList.module.css'
import { dataSourceSorts, useDataSourceColumns } from './data-source-columns.tsx'
import { sourceList } from './list-text.ts'
import type { SourceRow } from './source-row.ts'

const POLL_MS = 3000
const NewFileDialog = lazyPart(async () => ({ default: (await import('./NewFileDialog.tsx')).NewFileDialog }))

/** Every source the store takes customers from, with what came of it. */
export function DataSourceList() {
  const t = useWords(text)
  const i = useWords(importing)
  const { timeZone } = useStore()
  const mayImport = useMayOpen('data-source-import')
  const view = useView({
    sorts: dataSourceSorts,
    sort: 'updated_at',
    dir: 'desc',
    filters: { status: dataSourceStatuses, type: dataSourceTypes, created: 'text' },
  })
  const [replacing, setReplacing] = useState<SourceRow>()
  const columns = useDataSourceColumns(setReplacing)
  // A card holds controls of its own, so that it can't be a link as a whole.
  const phone = usePhone()
  const { status, type, created } = view.filters
  const { from: createdFrom, to: createdTo } = instantsOf(readDays(created), timeZone)
  const read = useRead(
    dataSources.list,
    { query: { ...view.query, status, type, createdFrom, createdTo } },
    { poll: (page) => (page?.data.some((source) => isMoving(source.status)) ? POLL_MS : false) },
  )
  usePush(
    dataSourceEvent,
    ({ datasourceId, status, run }) => {
      const shown = read.data?.data.find((source) => source.id === datasourceId)
      if (shown?.status !== status || (run && isOver(run))) read.refetch()
    },
    read.refetch,
  )
  const filter = (change: Partial<typeof view.filters>) => view.show({ filters: { ...view.filters, ...change } })
  const nothing = read.data?.total === 0 && !view.narrowed
  const addButton = <AddButton />
  return (
    <>
      <SettingTabs />
      <Toolbar
        actions={
          !nothing && (
            <>
              <ExportList type="data_source" />
              {addButton}
            </>
          )
        }
      >
        <ListSearch view={view} label={t.search} />
        {!nothing && <TypeCounts type={type} onType={(next) => filter({ type: next })} />}
        <NativeSelect
          size="sm"
          className={styles.filter}
          aria-label={t.status}
          value={status ?? ''}
          data={[
            { value: '', label: t.anyStatus },
            ...dataSourceStatuses.map((one) => ({ value: one, label: t[one] })),
          ]}
          onChange={(event) => filter({ status: dataSourceStatuses.find((one) => one === event.currentTarget.value) })}
        />
        <CreatedFilter value={created} onChange={(next) => filter({ created: next })} />
      </Toolbar>
      <DataTable
        label={t.label}
        columns={columns}
        read={read}
        failed={i.getFailed}
        rowKey={(source) => source.id}
        view={view}
        link={(source) => (phone ? undefined : stageTargetOf(source, mayImport))}
        card={phone ? (source) => <DataSourceCard source={source} onNewFile={setReplacing} /> : undefined}
        summary={read.data && <strong>{t.count({ count: read.data.total })}</strong>}
        empty={{
          icon: IconDatabase,
          title: t.emptyTitle,
          text: mayImport ? t.emptyText : t.emptyTextRead,
          action: addButton,
        }}
      />
      {replacing && (
        <Suspense>
          <NewFileDialog source={replacing} onClose={() => setReplacing(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** To the choice of a source where it may be opened, else straight to the import of a file. */
function AddButton() {
  const t = useWords(importing)
  const s = useWords(text)
  const mayImport = useMayOpen('data-source-import')
  const mayAdd = useMayOpen('data-source-v2-list-create')
  if (!mayAdd && !mayImport) return null
  return (
    <Button
      component={RouteLink}
      to={mayAdd ? 'data-source-v2-list-create' : 'data-source-v2-check'}
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.6} />}
    >
      {mayAdd ? t.addSource : s.importData}
    </Button>
  )
}

type SourceType = (typeof dataSourceTypes)[number]

interface TypeCountsProps {
  type: SourceType | undefined
  onType: (type: SourceType | undefined) => void
}

/** Counts by kind; a click filters. */
function TypeCounts({ type, onType }: TypeCountsProps) {
  const t = useWords(sourceList)
  const format = useFormat()
  const { data } = useRead(dataSources.types, {})
  const totalOf = (one: SourceType) => data?.data.find((counted) => counted.type === one)?.total ?? 0
  const counted = (name: string, total: number) => (
    <>
      {name}{' '}
      <b>
        <Loaded of={data && format.formatNumber(total)} width="1em" />
      </b>
    </>
  )
  return (
    <Pills
      label={t.types}
      choices={[
        { value: undefined, text: counted(t.allTypes, data?.total ?? 0) },
        ...dataSourceTypes.map((value) => ({ value, text: counted(t[value], totalOf(value)) })),
      ]}
      chosen={type}
      onChoose={onType}
    />
  )
}
