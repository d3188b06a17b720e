import { Button } from '@mantine/core'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { IconCalendarEvent } from '@tabler/icons-react'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { useView } from '../../ui/view.ts'
import styles from './FollowUpList.module.css'
import { text } from './text.ts'

type Row = Got<typeof profileActivities.followUps>['data'][number]

/** Notes whose day of follow-up has come, until they are done. */
export default function FollowUpList() {
  const t = useWords(text)
  const format = useFormat()
  const view = useView({ sorts: ['follow_on'], sort: 'follow_on', dir: 'asc' })
  const { offset, limit } = view.query
  const read = useRead(profileActivities.followUps, { query: { offset, limit } })
  const mayMark = useMayCall(profileActivities.markNote)
  const done = useWrite(profileActivities.markNote, { refreshes: [dashboard.todo] })
  const nameOf = ({ profile }: Row) => profile.name || t.customer({ id: profile.id })
  const who = (row: Row) => (
    <RouteLink to="profile-detail" params={{ profileId: row.profile.id }}>
      {nameOf(row)}
    </RouteLink>
  )
  const doneButton = (row: Row) => (
    <Button
      size="compact-sm"
      aria-label={t.followDoneNamed({ name: nameOf(row) })}
      loading={done.isPending && done.variables.params.activityId === row.activityId}
      onClick={() => done.mutate({ params: { id: row.profile.id, activityId: row.activityId }, body: { done: true } })}
    >
      {t.followDone}
    </Button>
  )
  const columns: TableColumn<Row, 'follow_on'>[] = [
    { id: 'name', title: t.customerName, cell: who },
    { id: 'followOn', title: t.followDay, cell: ({ followOn }) => format.date(followOn) },
    { id: 'text', title: t.followNote, cut: 200, cell: (row) => row.text },
    { id: 'by', title: t.followBy, quiet: true, cell: ({ by }) => by },
    ...(mayMark ? [{ id: 'done', title: t.actions, pinned: 'end' as const, cell: doneButton }] : []),
  ]
  return (
    <>
      <Toolbar>
        <strong>{t.followUps}</strong>
        <span>{t.followUpsText}</span>
      </Toolbar>
      <DataTable
        label={t.followUps}
        columns={columns}
        read={read}
        rowKey={({ activityId }) => activityId}
        view={view}
        card={(row) => (
          <div className={styles.card}>
            <div>
              <p>{who(row)}</p>
              <p>{row.text}</p>
              <p className={styles.quiet}>{[format.date(row.followOn), row.by].filter(Boolean).join(' · ')}</p>
            </div>
            {mayMark && doneButton(row)}
          </div>
        )}
        summary={read.data && <strong>{t.notes({ count: read.data.total })}</strong>}
        empty={{ icon: IconCalendarEvent, title: t.noFollowUpsTitle, text: t.noFollowUps }}
      />
    </>
  )
}
