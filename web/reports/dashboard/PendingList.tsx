import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { restoreHold } from '@ruam/contract/broadcasts/broadcasts-paused-by-restore.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { IconHistory } from '@tabler/icons-react'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import styles from './PendingList.module.css'
import { text } from './text.ts'

type Row = Got<typeof restoreHold.list>['data'][number]

/** What was due before a restore, until somebody lets it go on. */
export default function HeldList() {
  const t = useWords(text)
  const format = useFormat()
  const phone = usePhone()
  const view = useView({ sorts: ['due_at'], sort: 'due_at', dir: 'asc' })
  const { offset, limit } = view.query
  const read = useRead(restoreHold.list, { query: { offset, limit } })
  const release = useWrite(restoreHold.release, { refreshes: [dashboard.todo, restoreHold.list, broadcasts.list] })
  const link = ({ id }: Row) => ({ to: 'broadcast-detail', params: { broadcastId: id } }) as const
  const button = ({ kind, id, name }: Row) => (
    <Button
      size="compact-sm"
      aria-label={t.releaseNamed({ name })}
      loading={release.isPending && release.variables.body.id === id}
      onClick={() => release.mutate({ body: { kind, id } })}
    >
      {t.release}
    </Button>
  )
  const columns: TableColumn<Row, 'due_at'>[] = [
    { id: 'name', title: t.heldName, cell: ({ name }) => name },
    { id: 'dueAt', title: t.heldDue, cell: ({ dueAt }) => format.dateTime(dueAt) },
    { id: 'done', title: t.heldDone, align: 'right', cell: ({ done }) => format.formatNumber(done) },
    {
      id: 'waiting',
      title: t.heldWaiting,
      align: 'right',
      cell: ({ waiting }) => (waiting === null ? '' : format.formatNumber(waiting)),
    },
    { id: 'release', title: t.actions, align: 'right', pinned: 'end' as const, cell: button },
  ]
  return (
    <>
      <Toolbar>
        <strong>{t.held}</strong>
        <span>{t.heldText}</span>
      </Toolbar>
      {release.error && <ErrorBanner message={release.error.message} />}
      <DataTable
        label={t.held}
        columns={columns}
        read={read}
        rowKey={({ id }) => id}
        view={view}
        link={phone ? undefined : link}
        card={(row) => (
          <div className={styles.card}>
            <div>
              <p>
                <RouteLink {...link(row)}>{row.name}</RouteLink>
              </p>
              <p className={styles.quiet}>
                {[
                  format.dateTime(row.dueAt),
                  `${t.heldDone} ${format.formatNumber(row.done)}`,
                  row.waiting !== null && `${t.heldWaiting} ${format.formatNumber(row.waiting)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {button(row)}
          </div>
        )}
        summary={read.data && <strong>{t.broadcasts({ count: read.data.total })}</strong>}
        empty={{ icon: IconHistory, title: t.noHeldTitle, text: t.noHeld }}
      />
    </>
  )
}
