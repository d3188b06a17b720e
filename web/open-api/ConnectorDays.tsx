import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { IconCalendar } from '@tabler/icons-react'
import { type Got, useRead } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { usePreferences } from '../data/preferences.ts'
import { useStore } from '../data/session.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { UndoImport } from '../imports/data-sources/runs/UndoImport.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import type { TableColumn, TableView } from '../ui/data-table.ts'
import { usePhone } from '../ui/use-phone.ts'
import { itemText } from './item-text.ts'
import styles from './OpenApi.module.css'

type Day = Got<typeof connectorItems.days>['data'][number]

const POLL_MS = { undoing: 1500, quiet: 10_000 }
const DAY_MS = 24 * 60 * 60 * 1000

/** Items of a program or connector by day of the store. A day is undone as an import is. */
export function ConnectorDays({ id, view }: { id: number; view: TableView<'name'> }) {
  const t = useWords(itemText)
  const format = useFormat()
  const phone = usePhone()
  const query = { offset: (view.page - 1) * view.limit, limit: view.limit }
  const read = useRead(
    connectorItems.days,
    { params: { id }, query },
    { poll: (page) => (page?.data.some(({ undoJobId }) => undoJobId !== null) ? POLL_MS.undoing : POLL_MS.quiet) },
  )
  const { timeZone } = useStore()
  const { language } = usePreferences()
  const weekday = new Intl.DateTimeFormat(language === 'th' ? 'th' : 'en-GB', { weekday: 'long', timeZone })
  const near = new Map([
    [format.date(new Date().toISOString()), t.today],
    [format.date(new Date(Date.now() - DAY_MS).toISOString()), t.yesterday],
  ])
  const dayOf = (at: string) => (
    <>
      <strong>{near.get(format.date(at))}</strong> {weekday.format(new Date(at))}{' '}
      <span className={styles.quiet}>{format.date(at)}</span>
    </>
  )
  const count = (name: 'added' | 'updated' | 'duplicated' | 'failed'): TableColumn<Day, 'name'> => ({
    id: name,
    title: t[name],
    align: 'right',
    width: 110,
    cell: ({ stats }) =>
      name === 'failed' && stats.failed > 0 ? (
        <strong className={styles.bad}>{formatNumber(stats.failed)}</strong>
      ) : (
        formatNumber(stats[name])
      ),
  })
  const columns: TableColumn<Day, 'name'>[] = [
    { id: 'day', title: t.dayColumn, width: 250, cell: ({ createdAt }) => dayOf(createdAt) },
    { id: 'sent', title: t.sentItems, align: 'right', width: 100, cell: ({ stats }) => formatNumber(stats.total) },
    count('added'),
    count('updated'),
    count('duplicated'),
    count('failed'),
    { id: 'undo', title: t.undo, cell: (day) => <UndoImport id={id} run={day} /> },
  ]
  return (
    <DataTable
      label={t.dayColumn}
      columns={columns}
      read={read}
      rowKey={({ runId }) => runId}
      view={view}
      card={
        phone
          ? (day) => (
              <div>
                {dayOf(day.createdAt)}
                <div className={styles.quiet}>
                  {t.sentItems} {day.stats.total} · {t.added} {day.stats.added} · {t.updated} {day.stats.updated} ·{' '}
                  {t.failed} {day.stats.failed}
                </div>
                <UndoImport id={id} run={day} />
              </div>
            )
          : undefined
      }
      empty={{ icon: IconCalendar, title: t.noDays, text: t.noDaysText }}
    />
  )
}
