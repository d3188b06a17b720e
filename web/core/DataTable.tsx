import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { DataCards } from './DataCards.tsx'
import { DataRows } from './DataRows.tsx'
import styles from './DataTable.module.css'
import type { DataTableProps } from './data-table.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorBanner } from './ErrorBanner.tsx'
import { PagingBar } from './PagingBar.tsx'
import { table } from './table-words.ts'
import { useWords } from './text.ts'
import { useFormat } from './use-format.ts'
import { usePhone } from './use-phone.ts'

/** A page of rows with every state a list can be in: first load, empty, nothing found, failed, rows of before. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { read, view, label, card } = props
  const t = useWords(table)
  const format = useFormat()
  const phone = usePhone()
  const rows = read.data?.data
  if (rows?.length === 0 && !read.error && !read.isPlaceholderData) return <NoRows view={view} empty={props.empty} />
  const failed = read.error !== null && rows === undefined
  const stale = read.isPlaceholderData || read.error !== null
  const cards = phone && card !== undefined
  const paging = (
    <PagingBar
      total={read.data?.total}
      capped={read.data?.totalCapped}
      view={view}
      onShow={view.show}
      summary={props.summary}
    />
  )
  return (
    <>
      {read.error && (
        <ErrorBanner
          message={[props.failed, read.error.message].filter(Boolean).join(': ')}
          note={rows && t.dataOf({ time: format.time(new Date(read.dataUpdatedAt).toISOString()) })}
          onRetry={read.refetch}
          busy={read.isFetching}
        />
      )}
      <div className={styles.beside}>
        <section
          className={styles.scroll}
          aria-label={label}
          aria-busy={read.isFetching}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          data-scroll-restoration-id="list"
        >
          {failed ? null : cards ? (
            <DataCards {...props} card={card} stale={stale} />
          ) : (
            <DataRows {...props} stale={stale} />
          )}
          {cards && props.foot && paging}
        </section>
        {props.aside}
      </div>
      {props.bar}
      {cards && props.foot ? props.foot : paging}
    </>
  )
}

function NoRows<Row, Sort extends string>({ view, empty }: Pick<DataTableProps<Row, Sort>, 'view' | 'empty'>) {
  const t = useWords(table)
  if (view.page > 1) {
    const back = <Button onClick={() => view.show({ page: 1 })}>{t.firstPage}</Button>
    return <EmptyState icon={IconSearchOff} title={t.beyond} action={back} />
  }
  if (!view.narrowed) return <EmptyState {...empty} />
  return (
    <EmptyState
      icon={IconSearchOff}
      title={view.keyword ? t.noResult({ q: view.keyword }) : t.noMatch}
      text={t.noResultText}
      action={<Button onClick={() => view.clear()}>{t.clearSearch}</Button>}
    />
  )
}
