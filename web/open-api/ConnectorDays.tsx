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
  const dayOf = (at: string) => `${weekday.format(new Date(at))} ${format.date(at)}`
  const count = (name: 'added' | 'updated' | 'duplicated' | 'failed'): TableColumn<Day, 'name'> => ({
    id: name,
    title: t[name],
    align: 'right',
    width: 110,
    cell: ({ stats }) => formatNumber(stats[name]),
  })
  const columns: TableColumn<Day, 'name'>[] = [
    { id: 'day', title: t.dayColumn, width: 210, cell: ({ createdAt }) => dayOf(createdAt) },
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
                <strong>{dayOf(day.createdAt)}</strong>
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
