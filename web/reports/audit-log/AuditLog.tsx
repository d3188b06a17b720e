import { Button, NativeSelect } from '@mantine/core'
import { people } from '@ruam/contract/access/people.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { IconListCheck } from '@tabler/icons-react'
import { ExportList } from '../../background/exports/ExportList.tsx'
import { DayEnds } from '../../customers/profiles/DayEnds.tsx'
import { readDays, writeDays } from '../../customers/profiles/day-range.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/data-table.ts'
import { useMayCall } from '../../ui/may.ts'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import styles from './AuditLog.module.css'
import { type AuditRow, AuditSentence, CameFrom, thingOf } from './cells.tsx'
import { type Action, sentences } from './sentences.ts'
import { text, things } from './text.ts'

const actions = Object.keys(sentences.in('en')) as Action[]
const day = /^\d{4}-\d\d-\d\d$/
const digits = /^[1-9]\d{0,8}$/

/** Acts of the store with actor and origin. */
export function AuditEntries() {
  const t = useWords(text)
  const said = useWords(sentences)
  const called = useWords(things)
  const format = useFormat()
  const phone = usePhone()
  const mayList = useMayCall(people.list)
  const members = useRead(people.list, { query: { limit: 0, status: 'member' } as never }, { enabled: mayList })
  const view = useView({
    sorts: ['at'],
    sort: 'at',
    dir: 'desc',
    filters: { action: actions, user: 'text', from: 'text', to: 'text', thing: 'text', id: 'text' },
  })
  const { action, user, from, to, thing, id } = view.filters
  const days = { ...(from && day.test(from) && { from }), ...(to && day.test(to) && { to }) }
  const query = {
    offset: view.query.offset,
    limit: view.query.limit,
    ...(action && { action }),
    ...(user && digits.test(user) && { userId: user }),
    ...days,
    ...(thing && { subjectType: thing }),
    ...(thing && id && { subjectId: id }),
  }
  const read = useRead(auditLog.list, { query: query as never })
  const filter = (change: Partial<typeof view.filters>) => view.show({ filters: { ...view.filters, ...change } })
  const only = (row: AuditRow) => filter({ thing: row.subjectType, id: row.subjectId ?? undefined })
  const thingOfRow = (row: AuditRow) => (
    <button type="button" className={styles.thing} onClick={() => only(row)}>
      {thingOf(row, called)}
    </button>
  )
  const columns: Column<AuditRow, 'at'>[] = [
    { id: 'at', title: t.when, width: 200, cell: ({ at }) => format.dateTime(at) },
    { id: 'what', title: t.what, cell: (row) => <AuditSentence row={row} /> },
    {
      id: 'thing',
      title: t.thing,
      width: 190,
      quiet: true,
      cell: thingOfRow,
    },
    { id: 'where', title: t.where, width: 180, quiet: true, cell: (row) => <CameFrom row={row} /> },
  ]
  const everybody = members.data?.data.filter((one) => 'firstName' in one && one.id) ?? []
  return (
    <>
      <Toolbar actions={<ExportList type="audit_log" filter={days} />}>
        <NativeSelect
          size="sm"
          className={styles.filter}
          aria-label={t.action}
          value={action ?? ''}
          data={[{ value: '', label: t.anyAction }, ...actions.map((value) => ({ value, label: said[value] }))]}
          onChange={(event) => filter({ action: actions.find((one) => one === event.currentTarget.value) })}
        />
        {everybody.length > 0 && (
          <NativeSelect
            size="sm"
            className={styles.filter}
            aria-label={t.person}
            value={user ?? ''}
            data={[
              { value: '', label: t.anybody },
              ...everybody.map((one) => ({ value: String(one.id), label: `${one.firstName} ${one.lastName}` })),
            ]}
            onChange={(event) => filter({ user: event.currentTarget.value || undefined })}
          />
        )}
        <div className={styles.days}>
          <DayEnds
            value={writeDays({ from: '', to: '', ...days })}
            heard={{ from: t.from, to: t.to }}
            onChange={(written) => {
              const asked = readDays(written)
              filter({ from: undefined, to: undefined, ...(typeof asked === 'object' && asked) })
            }}
          />
        </div>
        {thing && (
          <Button size="sm" onClick={() => filter({ thing: undefined, id: undefined })}>
            {t.allThings}
          </Button>
        )}
      </Toolbar>
      <DataTable
        label={t.title}
        columns={columns}
        read={read}
        rowKey={(row) => row.id}
        view={view}
        card={
          phone
            ? (row) => (
                <div>
                  <AuditSentence row={row} />
                  <span className={styles.about}>
                    {format.dateTime(row.at)} · {thingOfRow(row)}
                  </span>
                  <span className={styles.about}>
                    <CameFrom row={row} />
                  </span>
                </div>
              )
            : undefined
        }
        summary={read.data && <strong>{t.count({ count: read.data.total })}</strong>}
        empty={{ icon: IconListCheck, title: t.emptyTitle, text: t.emptyText }}
      />
    </>
  )
}
