import { readerDays, readerKinds, readers } from '@ruam/contract/reports/readers.ts'
import { IconDatabase, IconEye, IconFileDownload, IconPlug, IconUser } from '@tabler/icons-react'
import { useMemo } from 'react'
import { type Got, useRead } from '../../../data/api.ts'
import { formatNumber } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import type { TableColumn } from '../../../ui/data-table.ts'
import { LackedRights } from '../../../ui/LackedRights.tsx'
import { useLackedRights, useMayCall } from '../../../ui/may.ts'
import { Pills } from '../../../ui/Pills.tsx'
import { option, PlainSelect } from '../../../ui/PlainSelect.tsx'
import { Toolbar } from '../../../ui/Toolbar.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { useView } from '../../../ui/view.ts'
import type { ListedProfile } from '../values.ts'
import styles from './Readers.module.css'
import { readersText } from './readers-text.ts'

type Reading = Got<typeof readers.ofProfile>['data'][number]

const HOUR_MS = 3_600_000
const icons = { person: IconUser, program: IconPlug, export: IconFileDownload, sql: IconDatabase }

/** Viewers of a customer's sensitive values. The tab is hidden from people without the rights, whom an address may still lead here. */
export function ReadersPage({ profile }: { profile: ListedProfile }) {
  const lacked = useLackedRights(readers.ofProfile)
  return useMayCall(readers.ofProfile) ? <Readers profile={profile} /> : <LackedRights rights={lacked} />
}

/** Lines of viewers with way and hour. */
function Readers({ profile }: { profile: ListedProfile }) {
  const t = useWords(readersText)
  const format = useFormat()
  const phone = usePhone()
  const filters = { kind: readerKinds, days: [...readerDays, 'all'] } as const
  const view = useView({ sorts: ['hour'], sort: 'hour', dir: 'desc', limit: 50, filters })
  const { kind, days = '90' } = view.filters
  const query = {
    ...{ offset: view.query.offset, limit: view.limit, kind },
    days: days === 'all' ? undefined : days,
  }
  const read = useRead(readers.ofProfile, { params: { id: profile.id }, query }, { staleTime: 0 })
  const columns = useColumns()
  const card = useCard()
  const kinds = read.data?.kinds
  const all = kinds && Object.values(kinds).reduce((sum, count) => sum + count, 0)
  const pill = (value: typeof kind, word: string, count: number | undefined) => ({
    value,
    text: (
      <>
        {word} <b>{count !== undefined && formatNumber(count)}</b>
      </>
    ),
  })
  return (
    <>
      <Toolbar>
        <Pills
          label={t.kinds}
          choices={[pill(undefined, t.all, all), ...readerKinds.map((one) => pill(one, t[one], kinds?.[one]))]}
          chosen={kind}
          onChoose={(next) => view.show({ filters: { ...view.filters, kind: next } })}
        />
        <PlainSelect
          aria-label={t.period}
          value={days}
          onChange={({ currentTarget: { value } }) =>
            view.show({ filters: { ...view.filters, days: filters.days.find((one) => one === value) } })
          }
        >
          {[
            { value: '30', label: t.days30 },
            { value: '90', label: t.days90 },
            { value: '365', label: t.days365 },
            { value: 'all', label: t.ever },
          ].map(option)}
        </PlainSelect>
      </Toolbar>
      <DataTable
        label={t.list}
        columns={columns}
        read={read}
        rowKey={(row) => `${row.kind} ${row.viewer.id} ${row.way?.call} ${row.firstHour} ${row.hour} ${fieldKey(row)}`}
        view={view}
        card={phone ? card : undefined}
        empty={{ icon: IconEye, title: t.emptyTitle, text: t.emptyText }}
      />
      {read.data && <p className={styles.note}>{t.since({ date: format.date(read.data.completeSince) })}</p>}
    </>
  )
}

const fieldKey = ({ fields }: Reading) => fields.map(({ id }) => id).join()

function useColumns(): TableColumn<Reading, 'hour'>[] {
  const t = useWords(readersText)
  const { when, fields, way } = useReadingWords()
  return useMemo(
    () => [
      { id: 'when', title: t.when, width: 240, cell: when },
      { id: 'viewer', title: t.viewer, cell: (reading) => <Viewer reading={reading} /> },
      { id: 'fields', title: t.fields, cell: fields },
      {
        id: 'way',
        title: t.way,
        cell: (reading) => (
          <span className={styles.two}>
            {way(reading)}
            <small>
              <Times reading={reading} />
            </small>
          </span>
        ),
      },
    ],
    [t, when, fields, way],
  )
}

function useCard() {
  const { when, fields, way } = useReadingWords()
  return (reading: Reading) => (
    <span className={styles.card}>
      <Viewer reading={reading} />
      <span>{fields(reading)}</span>
      <span>{way(reading)}</span>
      <small>
        {when(reading)} · <Times reading={reading} />
      </small>
    </span>
  )
}

function useReadingWords() {
  const t = useWords(readersText)
  const format = useFormat()
  return useMemo(() => {
    const end = (hour: string) => format.time(new Date(Date.parse(hour) + HOUR_MS).toISOString())
    const within = (hour: string) => t.hour({ date: format.dateTime(hour), end: end(hour) })
    return {
      when: ({ firstHour, hour }: Reading) =>
        firstHour === hour ? within(hour) : t.hours({ first: format.date(firstHour), last: format.dateTime(hour) }),
      fields: ({ fields }: Reading) =>
        fields.map(({ id, displayName }) => displayName ?? `#${id}`).join(' · ') || t.noField,
      way: ({ kind, way }: Reading) =>
        kind === 'sql' ? t.sqlWay : kind === 'export' ? t.exported : (way?.title ?? way?.call ?? ''),
    }
  }, [t, format])
}

function Viewer({ reading: { kind, viewer } }: { reading: Reading }) {
  const t = useWords(readersText)
  const Icon = icons[kind]
  const former = kind === 'program' ? t.formerProgram : t.formerPerson
  return (
    <span className={styles.viewer}>
      <Icon size={16} stroke={1.6} aria-hidden />
      {kind === 'sql' ? t.sqlAccount : viewer.name || former}
    </span>
  )
}

/** Number of equal reads. */
function Times({ reading: { kind, reads, certain } }: { reading: Reading }) {
  const t = useWords(readersText)
  return (
    <>
      {!certain && <span className={styles.maybe}>{t.maybe} </span>}
      {kind === 'sql' ? t.sessions({ count: reads }) : t.reads({ count: reads })}
    </>
  )
}
