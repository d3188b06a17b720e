import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import styles from './PagingBar.module.css'
import { PlainSelect } from './PlainSelect.tsx'
import { table } from './table-words.ts'
import { PAGE_SIZES, type ViewState } from './view.ts'

interface PagingBarProps {
  total: number | undefined
  /** There are more than `total`: counting stopped there. */
  capped?: boolean
  view: Pick<ViewState<string, unknown>, 'page' | 'limit'>
  onShow: (change: { page: number } | { limit: number }) => void
  /** On the left; without it the total. */
  summary?: ReactNode
  /** The list around it says what it shows. */
  quiet?: boolean
  /** For a narrow list: the range and the way on alone. */
  compact?: boolean
}

/** Total, rows per page, and the way to the pages before and after. */
export function PagingBar({ total, capped = false, view, onShow, summary, quiet, compact = false }: PagingBarProps) {
  const t = useWords(table)
  const c = useWords(common)
  const id = useId()
  const { page, limit } = view
  const from = (page - 1) * limit + 1
  const to = Math.min(page * limit, capped ? Number.POSITIVE_INFINITY : (total ?? 0))
  const more = capped || page * limit < (total ?? 0)
  return (
    <div className={styles.paging} data-compact={compact}>
      <div className={styles.summary}>
        {summary ?? (total !== undefined && (capped ? t.itemsCapped({ count: total }) : t.items({ count: total })))}
      </div>
      <label className={styles.perPage} htmlFor={id}>
        {t.rowsPerPage}
        <PlainSelect id={id} value={limit} onChange={(event) => onShow({ limit: Number(event.currentTarget.value) })}>
          {PAGE_SIZES.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </PlainSelect>
      </label>
      <span className={styles.range} aria-live={quiet ? undefined : 'polite'}>
        {total !== undefined &&
          from <= to &&
          t.range({ from, to, total: `${formatNumber(total)}${capped ? '+' : ''}` })}
      </span>
      <fieldset className={styles.steps} aria-label={t.pages}>
        <ActionIcon aria-label={c.previous} disabled={page === 1} onClick={() => onShow({ page: page - 1 })}>
          <IconChevronLeft size={18} stroke={1.6} />
        </ActionIcon>
        <ActionIcon aria-label={c.next} disabled={!more} onClick={() => onShow({ page: page + 1 })}>
          <IconChevronRight size={18} stroke={1.6} />
        </ActionIcon>
      </fieldset>
    </div>
  )
}
