import { Button } from '@mantine/core'
import { IconAlertCircle, IconSearchOff } from '@tabler/icons-react'
import { isValidElement, Suspense } from 'react'
import { answeredAt } from '../data/copy-time.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { common } from '../data/words.ts'
import { CardBones } from './Bones.tsx'
import type { DataCards as Cards } from './DataCards.tsx'
import { DataRows } from './DataRows.tsx'
import styles from './DataTable.module.css'
import type { DataTableProps } from './data-table.ts'
import { EmptyState } from './EmptyState.tsx'
import { ErrorBanner } from './ErrorBanner.tsx'
import { lazyPart } from './lazy-part.ts'
import { PagingBar } from './PagingBar.tsx'
import { table } from './table-words.ts'
import { useLasting } from './use-lasting.ts'
import { usePhone } from './use-phone.ts'

const DataCards = lazyPart(async () => ({ default: (await import('./DataCards.tsx')).DataCards })) as typeof Cards

/** A page of rows with every state a list can be in: first load, empty, nothing found, failed, previous rows. */
export function DataTable<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { read, view, label, card } = props
  const t = useWords(table)
  const c = useWords(common)
  const format = useFormat()
  const sayItems = (total: number | string) => t.items({ count: total })
  const phone = usePhone()
  const rows = read.data?.data
  const failed = read.error !== null && rows === undefined
  // Visible rows belong to another request: nothing is announced about them.
  const unanswered = read.error !== null && (rows === undefined || read.isPlaceholderData)
  const stale = read.isPlaceholderData || read.error !== null
  // Rows that are answered at once are drawn once, not dimmed in between.
  const dimmed = useLasting(stale)
  const cards = phone && card !== undefined
  const paging = unanswered ? null : (
    <PagingBar
      total={read.data?.total}
      capped={read.data?.totalCapped}
      view={view}
      onShow={view.show}
      summary={props.summary}
      quiet
    />
  )
  const { total = 0, totalCapped } = read.data ?? {}
  const count = totalCapped ? `${formatNumber(total)}+` : total
  const found =
    total === 0 ? (view.keyword ? t.noResult({ q: view.keyword }) : t.noMatch) : (props.counted ?? sayItems)(count)
  const last = Math.min(view.page * view.limit, (view.page - 1) * view.limit + (rows?.length ?? 0))
  const place =
    total > view.limit ? ` ${t.range({ from: (view.page - 1) * view.limit + 1, to: last, total: count })}` : ''
  const notSearched = unanswered && view.keyword !== '' && t.notSearched({ q: view.keyword })
  const why = (...before: (string | false | undefined)[]) => [...before, read.error?.message].filter(Boolean).join(': ')
  const said = (
    <p role="status" className="ruam-heard">
      {!stale && rows && found + place}
    </p>
  )
  if (rows?.length === 0 && !stale)
    return (
      <>
        {said}
        <NoRows view={view} empty={props.empty} />
      </>
    )
  return (
    <>
      {said}
      {read.error && !failed && (
        <ErrorBanner
          message={why(notSearched || props.failed)}
          note={(unanswered ? t.dataBefore : t.dataOf)({
            time: format.time(new Date(answeredAt(read)).toISOString()),
          })}
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
          data-list={props.of ?? ''}
          data-scroll-restoration-id="list"
        >
          {failed ? (
            <div className={styles.failed} role="alert">
              <EmptyState
                icon={IconAlertCircle}
                title={notSearched || t.notRead}
                text={why(props.failed)}
                action={
                  <Button onClick={() => void read.refetch()} loading={read.isFetching}>
                    {c.retry}
                  </Button>
                }
              />
            </div>
          ) : cards ? (
            <Suspense fallback={<CardBones />}>
              <DataCards {...props} summary={!unanswered && props.summary} card={card} stale={dimmed} />
              {/* Behind the last card: before the rows are there it would be pushed out of sight by them. */}
              {props.foot && rows && paging}
            </Suspense>
          ) : (
            <DataRows {...props} stale={dimmed} />
          )}
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
  if (!view.narrowed) return isValidElement(empty) ? empty : <EmptyState {...empty} />
  return (
    <EmptyState
      icon={IconSearchOff}
      title={view.keyword ? t.noResult({ q: view.keyword }) : t.noMatch}
      text={t.noResultText}
      action={<Button onClick={() => view.clear()}>{t.clearSearch}</Button>}
    />
  )
}
