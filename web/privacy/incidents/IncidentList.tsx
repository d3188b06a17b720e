import { Button } from '@mantine/core'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { TableColumn } from '../../ui/data-table.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useGo } from '../../ui/route.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import { PrivacyTabs } from '../PrivacyTabs.tsx'
import styles from './Incidents.module.css'
import { type Incident, LOOK_MS, prefillOf, useIncidentWords } from './incident.ts'
import { incidentText } from './incident-text.ts'

const IncidentDialog = lazyPart(() => import('./IncidentDialog.tsx'))

const link = ({ id }: Incident) => ({ to: 'privacy-incident', params: { incidentId: id } }) as const

/** Incidents of the store: open ones by the end of their 72 hours, then closed ones. */
export function IncidentList() {
  const t = useWords(incidentText)
  const format = useFormat()
  const phone = usePhone()
  const words = useIncidentWords()
  const go = useGo()
  const prefill = prefillOf(useSearch({ strict: false }))
  const [opening, setOpening] = useState(false)
  const view = useView({ sorts: ['due'], sort: 'due', limit: 20, filters: {} })
  const query = { offset: view.query.offset, limit: view.limit }
  const read = useRead(privacyIncidents.list, { query }, { poll: () => LOOK_MS })
  const state = (incident: Incident) => (
    <span className={styles.state} data-late={(incident.secondsLeft ?? 0) < 0 || undefined}>
      {words.state(incident)}
    </span>
  )
  const columns: TableColumn<Incident, 'due'>[] = [
    { id: 'title', title: t.title, link: true, cell: ({ title }) => title },
    { id: 'leak', title: t.leaked, cell: words.leak },
    { id: 'people', title: t.people, align: 'right', cell: ({ certain }) => t.count({ count: certain.people }) },
    {
      id: 'possible',
      title: t.possiblePeople,
      align: 'right',
      cell: ({ possible }) => t.count({ count: possible.people }),
    },
    { id: 'due', title: t.due, cell: ({ dueAt }) => format.dateTime(dueAt) },
    { id: 'state', title: t.state, cell: state },
  ]
  const button = (
    <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setOpening(true)}>
      {t.open}
    </Button>
  )
  const card = (incident: Incident) => (
    <>
      <strong>{incident.title}</strong>
      <span>{words.leak(incident)}</span>
      {state(incident)}
    </>
  )
  return (
    <>
      <SettingTabs />
      <PrivacyTabs here="incidents" />
      <Toolbar actions={button} />
      <DataTable
        label={t.list}
        columns={columns}
        read={read}
        rowKey={({ id }) => id}
        view={view}
        link={link}
        card={phone ? card : undefined}
        empty={{ icon: IconAlertTriangle, title: t.emptyTitle, text: t.emptyText, action: button }}
      />
      <Suspense>
        {(opening || prefill) && (
          <IncidentDialog
            {...(!opening && prefill && { prefill })}
            onClose={() => {
              setOpening(false)
              if (prefill) go({ to: 'privacy-incidents', replace: true, ignoreBlocker: true })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
