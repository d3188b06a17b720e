import { Button } from '@mantine/core'
import { reaches, type WorkListKind, workListCalls, workLists } from '@ruam/contract/reports/work-lists.ts'
import { IconMessageCircle, IconNote, IconUserCheck } from '@tabler/icons-react'
import { Navigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { useSelection } from '../../customers/profiles/list/use-selection.ts'
import { writeRule } from '../../customers/rules/rule-address.ts'
import { useRead } from '../../data/api.ts'
import { formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { ScreenBones } from '../../ui/Bones.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import { RouteLink, routeAddress } from '../../ui/route.tsx'
import tabs from '../../ui/Tabs.module.css'
import { useView } from '../../ui/view.ts'
import { rowOf, useNameOf, useReason, type WorkRow } from './item.ts'
import { text } from './text.ts'
import { WorkBar } from './WorkBar.tsx'
import { WorkHead } from './WorkHead.tsx'
import styles from './WorkList.module.css'

const isKind = (kind: string): kind is WorkListKind => (workLists as readonly string[]).includes(kind)

/** Customers of a task, to be worked off. An unknown list leads to the tasks. */
export function WorkList() {
  const { kind = '' } = useParams({ strict: false }) as { kind?: string }
  return isKind(kind) ? <List key={kind} kind={kind} /> : <Navigate to={routeAddress('dashboard') as never} replace />
}

const toProfile = ({ profileId }: WorkRow) => ({ to: 'profile-detail', params: { profileId } }) as const

function List({ kind }: { kind: WorkListKind }) {
  const t = useWords(text)
  const view = useView({ sorts: ['place'], sort: 'place', limit: 20, filters: { done: ['true'], reach: reaches } })
  const done = view.filters.done === 'true'
  const { offset, limit } = view.query
  const { reach } = view.filters
  const mayList = useMayOpen('profile-list')
  const read = useRead(workListCalls.list, { query: { kind, done: done ? 'true' : 'false', reach, offset, limit } })
  const title = { quiet: t.quiet, birthdays: t.birthdays, 'follow-ups': t.followUps }[kind]
  usePageTitle(title)
  const data = useMemo(() => read.data && { ...read.data, data: read.data.data.map(rowOf) }, [read.data])
  const rows = data?.data ?? []
  const selection = useSelection(`${view.page} ${done} ${reach}`, rows)
  const nameOf = useNameOf()
  const columns = useColumns(kind, done)
  const tab = (of: boolean, name: string, count: number | undefined) => (
    <RouteLink
      to="work-list"
      params={{ kind }}
      search={of ? { done: 'true' } : {}}
      aria-current={of === done ? 'page' : undefined}
    >
      {name}
      <span className={styles.tabCount}>{count}</span>
    </RouteLink>
  )
  const narrow = (to: (typeof reaches)[number] | undefined) =>
    view.show({ page: 1, filters: { ...view.filters, reach: to } })
  const chosen = rows.filter(selection.has)
  if (!data && !read.error) return <ScreenBones />
  return (
    <>
      {data ? <WorkHead kind={kind} list={data} /> : <header className={styles.head} />}
      <div className={styles.tabRow}>
        <nav className={tabs.tabs} aria-label={t.tabs}>
          {tab(false, t.open, data?.open)}
          {tab(true, t.finished, data?.done)}
        </nav>
        <div className={styles.ways}>
          <PlainSelect
            aria-label={t.filter}
            value={reach ?? ''}
            onChange={(event) => narrow(reaches.find((one) => one === event.currentTarget.value))}
          >
            {[
              { value: '', label: t.everyone },
              { value: 'phone', label: t.withPhone },
              { value: 'line', label: t.hasLine },
            ].map(option)}
          </PlainSelect>
          {mayList && data?.rule && (
            <Button component={RouteLink} to="profile-list" hash={writeRule(data.rule)}>
              {kind === 'quiet' ? t.allAtRisk : t.seeInList}
            </Button>
          )}
        </div>
      </div>
      <DataTable
        label={title}
        of={kind === 'follow-ups' ? undefined : 'customers'}
        columns={columns}
        read={{ ...read, data }}
        rowKey={({ id }) => id}
        view={{ ...view, narrowed: reach !== undefined, clear: () => narrow(undefined) }}
        selecting={{
          ...selection,
          active: true,
          label: (row) => t.select({ name: nameOf(row) }),
          pageLabel: t.selectPage,
        }}
        card={(row) => <Card kind={kind} done={done} row={row} />}
        bar={
          chosen.length > 0 && (
            <WorkBar {...{ kind, done }} rows={chosen} open={data?.open ?? 0} onEnd={selection.clear} />
          )
        }
        empty={{
          icon: IconUserCheck,
          title: done ? t.emptyDone : t.emptyOpen,
          text: done ? t.emptyDoneText : t.emptyOpenText,
        }}
      />
    </>
  )
}

/** The column that matters comes first; rows are in its order. */
function useColumns(kind: WorkListKind, done: boolean): TableColumn<WorkRow, 'place'>[] {
  const t = useWords(text)
  const format = useFormat()
  const nameOf = useNameOf()
  const reason = useReason(kind)
  const day = ({ day }: WorkRow) => format.date(day)
  const first: Record<WorkListKind, TableColumn<WorkRow, 'place'>> = {
    quiet: {
      ...{ id: 'spent', title: t.spent, align: 'right' },
      cell: ({ spent }) => (spent === null ? '' : <b>{formatPrice(spent)}</b>),
    },
    birthdays: { id: 'day', title: t.birthday, cell: day },
    'follow-ups': { id: 'day', title: t.due, cell: day },
  }
  const finished: TableColumn<WorkRow, 'place'> = {
    ...{ id: 'done', title: t.doneAt },
    cell: (row) => row.done && [format.dateTime(row.done.at), row.done.by].filter(Boolean).join(' · '),
  }
  return [
    done ? finished : first[kind],
    {
      id: 'name',
      title: t.name,
      cell: (row) => (
        <RouteLink {...toProfile(row)} className={styles.name}>
          {nameOf(row)}
        </RouteLink>
      ),
    },
    { id: 'phone', title: t.phone, cell: (row) => <Phone row={row} /> },
    { id: 'reason', title: t.reason, cut: 240, cell: reason },
    { id: 'note', title: t.lastNote, cut: 200, quiet: true, cell: (row) => <Note row={row} /> },
  ]
}

/** Phone as a link, and the sign of LINE. */
function Phone({ row: { phone, line } }: { row: WorkRow }) {
  const t = useWords(text)
  const format = useFormat()
  if (!phone && !line) return EMPTY
  return (
    <span className={styles.phone}>
      {phone && <a href={`tel:${phone}`}>{format.formatPhone(phone)}</a>}
      {line && (
        <span title={t.hasLine}>
          <IconMessageCircle size={16} stroke={1.6} aria-hidden />
          <span className="ruam-heard">{t.hasLine}</span>
        </span>
      )}
    </span>
  )
}

/** Last note, who wrote it and when. */
function Note({ row: { lastNote, followUp } }: { row: WorkRow }) {
  const format = useFormat()
  // A follow-up is often the last note itself.
  if (!lastNote || lastNote.text === followUp?.text) return EMPTY
  return (
    <>
      {lastNote.text} <em className={styles.by}>{[lastNote.by, format.date(lastNote.at)].filter(Boolean).join(' ')}</em>
    </>
  )
}

function Card({ kind, done, row }: { kind: WorkListKind; done: boolean; row: WorkRow }) {
  const nameOf = useNameOf()
  const [first] = useColumns(kind, done)
  const reason = useReason(kind)(row)
  return (
    <span className={styles.card}>
      <span>
        <RouteLink {...toProfile(row)}>{nameOf(row)}</RouteLink>
        {first!.cell(row)}
      </span>
      {reason && <span className={styles.quiet}>{reason}</span>}
      <Phone row={row} />
      {row.lastNote && kind !== 'follow-ups' && (
        <span className={styles.note}>
          <IconNote size={16} stroke={1.6} aria-hidden />
          <span>
            <Note row={row} />
          </span>
        </span>
      )}
    </span>
  )
}
