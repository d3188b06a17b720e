import { Button } from '@mantine/core'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { IconDownload, IconUsers } from '@tabler/icons-react'
import { download, type Got, useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { RouteLink } from '../../ui/route.tsx'
import { shortName } from '../../ui/short-name.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import styles from './Incidents.module.css'
import type { Incident } from './incident.ts'
import { incidentText } from './incident-text.ts'

type Person = Got<typeof privacyIncidents.people>['data'][number]

const ways = ['line', 'email', 'phone', 'none'] as const

/** Frozen people of a part, how each can be reached, and all of them as a file. */
export function IncidentPeople({ incident: { id }, part }: { incident: Incident; part: 'certain' | 'possible' }) {
  const t = useWords(incidentText)
  const format = useFormat()
  const phone = usePhone()
  const view = useView({ sorts: ['hour'], sort: 'hour', dir: 'desc', limit: 50, filters: {} })
  const query = { part, offset: view.query.offset, limit: view.limit }
  const read = useRead(privacyIncidents.people, { params: { id }, query })
  const who = ({ profileId, name, reach }: Person) =>
    reach === null ? (
      <span className={styles.quiet}>{t.deleted}</span>
    ) : (
      <RouteLink to="profile-detail" params={{ profileId }} className="ruam-thumb">
        {(name && shortName(name)) || t.unnamed({ id: String(profileId) })}
      </RouteLink>
    )
  const fields = (person: Person) =>
    person.fields.map((field) => field.displayName ?? `#${field.id}`).join(' · ') || (part === 'certain' ? t.byId : '')
  const columns: TableColumn<Person, 'hour'>[] = [
    { id: 'customer', title: t.customer, cell: who },
    ...(part === 'certain'
      ? [
          { id: 'fields', title: t.fields, cell: fields },
          { id: 'last', title: t.last, width: 190, cell: ({ hour }: Person) => format.dateTime(hour) },
        ]
      : []),
    { id: 'reach', title: t.reach, cell: ({ reach }) => reach && t[reach] },
  ]
  const card = (person: Person) => (
    <>
      {who(person)}
      <span>{fields(person)}</span>
      <small>
        {[person.hour && format.dateTime(person.hour), person.reach && t[person.reach]].filter(Boolean).join(' · ')}
      </small>
    </>
  )
  const save = () =>
    download(privacyIncidents.download, { params: { id } }, () => {}).catch((refused: unknown) => {
      if (!isApiError(refused)) throw refused
      alerts.error(refused.message)
    })
  const reach = read.data?.reach
  const counts = reach && [
    ...ways.filter((way) => reach[way] > 0).map((way) => `${t[way]} ${formatNumber(reach[way])}`),
    reach.gone > 0 && `${t.deleted} ${formatNumber(reach.gone)}`,
  ]
  return (
    <>
      <div className={styles.above}>
        <span className={styles.quiet}>{counts?.filter(Boolean).join(' · ')}</span>
        <Button leftSection={<IconDownload size={16} stroke={1.6} />} onClick={save}>
          {t.download}
        </Button>
      </div>
      <DataTable
        label={part === 'certain' ? t.people : t.possiblePeople}
        columns={columns}
        read={read}
        rowKey={({ profileId }) => profileId}
        view={view}
        card={phone ? card : undefined}
        empty={{ icon: IconUsers, title: t.none1 }}
      />
    </>
  )
}
