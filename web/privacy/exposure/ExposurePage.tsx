import { Button } from '@mantine/core'
import { type ExposureKind, exposureKinds, exposures } from '@ruam/contract/privacy/exposure.ts'
import { IconAlertTriangle, IconEye } from '@tabler/icons-react'
import { useMemo } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { DayEnds } from '../../customers/profiles/DayEnds.tsx'
import { rangeDayOf, readDays } from '../../customers/profiles/day-range.ts'
import { type Got, useRead } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { shortName } from '../../ui/short-name.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { PrivacyTabs } from '../PrivacyTabs.tsx'
import styles from './Exposure.module.css'
import { ExposureFigures } from './ExposureFigures.tsx'
import { exposureText } from './exposure-text.ts'
import { useSources } from './use-sources.ts'

type Person = Got<typeof exposures.get>['data'][number]

const DAY_MS = 86_400_000
const DAYS = 7

/** Customers whom a login, a program, a file or the SQL account saw within a period, or could have seen. */
export function ExposurePage() {
  const t = useWords(exposureText)
  const format = useFormat()
  const phone = usePhone()
  const { timeZone } = useStore()
  const view = useView({ sorts: ['hour'], sort: 'hour', dir: 'desc', limit: 50, filters: { days: 'text', of: 'text' } })
  const [kind, id] = sourceOf(view.filters.of)
  const week = `${rangeDayOf(timeZone, new Date(Date.now() - DAYS * DAY_MS))}..`
  const chosen = readDays(view.filters.days ?? week)
  const days = typeof chosen === 'object' ? chosen : { from: '', to: '' }
  const sources = useSources()
  const isAsked = kind !== undefined && days.from !== ''
  const read = useRead(
    exposures.get,
    {
      query: {
        ...{ kind: kind ?? 'person', id: id ?? '1', from: days.from, offset: view.query.offset, limit: view.limit },
        ...(days.to && { to: days.to }),
      },
    },
    { enabled: isAsked, staleTime: 0 },
  )
  const columns = useColumns()
  const card = useCard()
  const mayOpen = useMayOpen('privacy-incidents')
  const { data } = read
  return (
    <>
      <SettingTabs />
      <PrivacyTabs here="seen" />
      <fieldset className={styles.question} aria-label={t.question}>
        <DayEnds
          value={view.filters.days ?? week}
          onChange={(next) => view.show({ filters: { ...view.filters, days: next } })}
        />
        <SearchSelect
          className={styles.source}
          label={t.source}
          placeholder={t.choose}
          value={kind ? `${kind}:${id}` : null}
          data={sources}
          onPick={(of) => view.show({ filters: { ...view.filters, of } })}
        />
        {isAsked && data && mayOpen && (
          <Button
            component={RouteLink}
            to="privacy-incidents"
            search={{ open: `${kind}:${id}`, from: data.from, to: data.to }}
            variant="filled"
            leftSection={<IconAlertTriangle size={16} stroke={1.6} />}
          >
            {t.openIncident}
          </Button>
        )}
      </fieldset>
      {isAsked ? (
        <>
          <ExposureFigures summary={data} />
          <DataTable
            label={t.list}
            columns={columns}
            read={read}
            rowKey={({ profileId }) => profileId}
            view={view}
            card={phone ? card : undefined}
            summary={data && t.foot({ from: format.dateTime(data.from), to: format.dateTime(data.to) })}
            empty={{ icon: IconEye, title: t.noneTitle, text: t.noneText }}
          />
        </>
      ) : (
        <EmptyState icon={IconEye} title={t.emptyTitle} text={t.emptyText} />
      )}
    </>
  )
}

/** Reads a source of the address, as `person:3`. */
function sourceOf(text = ''): [ExposureKind, string] | [] {
  const [kind, id = ''] = text.split(':')
  const known = exposureKinds.find((one) => one === kind)
  return known && /^[1-9]\d{0,8}$/.test(id) ? [known, id] : []
}

function useColumns(): TableColumn<Person, 'hour'>[] {
  const t = useWords(exposureText)
  const format = useFormat()
  const fields = useExposedFields()
  return useMemo(
    () => [
      { id: 'customer', title: t.customer, cell: (person) => <Customer person={person} /> },
      { id: 'fields', title: t.seenFields, cell: fields },
      { id: 'last', title: t.last, width: 200, cell: ({ hour }) => format.dateTime(hour) },
    ],
    [t, format, fields],
  )
}

function useCard() {
  const format = useFormat()
  const fields = useExposedFields()
  return (person: Person) => (
    <>
      <Customer person={person} />
      <span>{fields(person)}</span>
      <small>{format.dateTime(person.hour)}</small>
    </>
  )
}

function useExposedFields() {
  const t = useWords(exposureText)
  return useMemo(
    () =>
      ({ fields }: Person) =>
        fields.map(({ id, displayName }) => displayName ?? `#${id}`).join(' · ') || t.byId,
    [t],
  )
}

function Customer({ person: { profileId, name } }: { person: Person }) {
  const t = useWords(exposureText)
  if (name === null) return <span className={styles.quiet}>{t.gone}</span>
  return (
    <RouteLink to="profile-detail" params={{ profileId }} className="ruam-thumb">
      {shortName(name) || t.unnamed({ id: String(profileId) })}
    </RouteLink>
  )
}
