import { Button } from '@mantine/core'
import { IconCopy, IconPrinter } from '@tabler/icons-react'
import { useCopy } from '../../customers/profiles/detail/use-copy.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './Incidents.module.css'
import { type Incident, useIncidentWords } from './incident.ts'
import { incidentText } from './incident-text.ts'

/** Notice to the regulator as a page to read, print and copy. */
export function IncidentForm({ incident }: { incident: Incident }) {
  const t = useWords(incidentText)
  const format = useFormat()
  const copy = useCopy()
  const { leak } = useIncidentWords()
  const { name } = useStore()
  const { certain, possible, notified } = incident
  const named = (fields: readonly { id: number; displayName: string | null }[]) =>
    fields.map(({ id, displayName }) => displayName ?? `#${id}`).join(' · ')
  const people = ({ people: count }: { people: number }, fields: string) =>
    [t.count({ count }), fields].filter(Boolean).join(': ')
  const lines: [string, string | null | undefined][] = [
    [t.controller, name],
    [t.title, incident.title],
    [t.leaked, leak(incident)],
    [t.period, `${format.dateTime(incident.from)} – ${format.dateTime(incident.to)}`],
    [t.known, format.dateTime(incident.knownAt)],
    [t.cause, incident.cause],
    [t.people, people(certain, named(certain.fields))],
    [t.possiblePeople, people(possible, named(possible.fields))],
    [t.consequences, incident.consequences],
    [t.measures, incident.measures],
    [t.contact, incident.contact],
  ]
  if (notified?.lateReason) lines.push([t.lateReason, notified.lateReason])
  const text = lines.map(([label, value]) => `${label}: ${value || t.empty}`).join('\n')
  return (
    <section className={styles.form} aria-label={t.form}>
      <div>
        <h2>{t.form}</h2>
        <Button leftSection={<IconPrinter size={16} stroke={1.6} />} onClick={() => window.print()}>
          {t.print}
        </Button>
        <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={() => copy(text)}>
          {t.copy}
        </Button>
      </div>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || t.empty}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
