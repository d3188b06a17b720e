import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { IconUserCheck } from '@tabler/icons-react'
import { type Got, useRead } from '../../data/api.ts'
import { formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { useView } from '../../ui/view.ts'
import { text } from './text.ts'

type Row = Got<typeof dashboard.quiet>['data'][number]

/** Every best customer going quiet. No rule of the list compares sums, so they have a list of their own. */
export function QuietList() {
  const t = useWords(text)
  const format = useFormat()
  const view = useView({ sorts: ['spent'], sort: 'spent', dir: 'desc' })
  const { offset, limit } = view.query
  const read = useRead(dashboard.quiet, { query: { offset, limit } })
  const columns: TableColumn<Row, 'spent'>[] = [
    {
      id: 'name',
      title: t.customerName,
      cell: ({ id, name }) => (
        <RouteLink to="profile-detail" params={{ profileId: id }}>
          {name || t.customer({ id })}
        </RouteLink>
      ),
    },
    { id: 'boughtAt', title: t.lastPurchase, cell: ({ boughtAt }) => format.date(boughtAt) },
    { id: 'spent', title: t.spent, align: 'right', cell: ({ spent }) => formatPrice(spent) },
  ]
  return (
    <>
      <Toolbar>
        <strong>{t.quietBest}</strong>
        <span>{t.quietText}</span>
      </Toolbar>
      <DataTable
        label={t.quietBest}
        columns={columns}
        read={read}
        rowKey={({ id }) => id}
        view={view}
        summary={read.data && <strong>{t.people({ count: read.data.total })}</strong>}
        empty={{ icon: IconUserCheck, title: t.noQuietTitle, text: t.noQuiet }}
      />
    </>
  )
}
