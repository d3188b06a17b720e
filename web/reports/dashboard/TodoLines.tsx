import type { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { IconChevronRight } from '@tabler/icons-react'
import type { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { RouteLink } from '../../ui/route.tsx'
import styles from './Today.module.css'
import { text } from './text.ts'
import type { ShopToday } from './use-shop.ts'
import { type TodoLine, useTodoLines } from './use-todo-lines.tsx'

interface TodoLinesProps {
  today: ShopToday | undefined
  read: ReturnType<typeof useRead<typeof dashboard.todo>>
}

/** Tasks of the day, each a link to exactly what it counts. */
export function TodoLines({ today, read: { data, error, refetch, isFetching } }: TodoLinesProps) {
  const t = useWords(text)
  const format = useFormat()
  const lines = useTodoLines(today, data)
  const known = today !== undefined && data !== undefined
  return (
    <section className={styles.todo} aria-label={t.todo} aria-busy={!known}>
      <header>
        <h2>{t.todo}</h2>
        {known && lines.length === 0 && <p>{today.total === 0 ? t.nothingYet : t.nothingToDo}</p>}
        {today && lines.length > 0 && (
          <p className={styles.aside}>{t.counted({ time: format.time(today.countedAt) })}</p>
        )}
      </header>
      {error && <ErrorBanner message={error.message} onRetry={refetch} busy={isFetching} />}
      <ul>
        {lines.map((line) => (
          <li key={line.name}>
            <Line {...line} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Line({ icon: Icon, name, count, detail, action, to }: TodoLine) {
  const inner = (
    <>
      <Icon size={18} stroke={1.6} aria-hidden />
      <b>{name}</b>
      <strong>{count}</strong>
      <span className={styles.detail}>{detail}</span>
      {to && <span className={styles.act}>{action}</span>}
      {to && <IconChevronRight size={16} stroke={1.6} aria-hidden />}
    </>
  )
  return to ? (
    <RouteLink {...to} className={styles.line}>
      {inner}
    </RouteLink>
  ) : (
    <div className={styles.line}>{inner}</div>
  )
}
