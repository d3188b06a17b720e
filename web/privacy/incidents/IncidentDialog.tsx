import { TextInput } from '@mantine/core'
import { type IncidentKind, privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useGo } from '../../ui/route.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { type Incident, type Prefill, sourceValue, useLeaks } from './incident.ts'
import { incidentText } from './incident-text.ts'
import { Moment } from './Moment.tsx'

interface Values extends Record<string, unknown> {
  title: string
  of: string
  from: string
  to: string
  knownAt: string
}

interface IncidentDialogProps {
  /** The incident to change; without one an incident is opened. */
  incident?: Incident
  prefill?: Prefill
  onClose: () => void
}

const DAY_MS = 86_400_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const valuesOf = (incident: Incident): Values => ({
  ...{ title: incident.title, of: sourceValue(incident) },
  ...{ from: incident.from, to: incident.to, knownAt: incident.knownAt },
})

/** Opens an incident, or changes what leaked and when. */
export default function IncidentDialog({ incident, prefill, onClose }: IncidentDialogProps) {
  const t = useWords(incidentText)
  const go = useGo()
  const leaks = useLeaks()
  const create = useWrite(privacyIncidents.create, { quiet: true })
  const update = useWrite(privacyIncidents.update, { quiet: true })
  const record = useRecordForm<Values, Incident, Incident>({
    ...(incident && { record: incident, valuesOf }),
    blank: {
      ...{ title: '', of: '', from: ago(DAY_MS), to: ago(0), knownAt: ago(0) },
      ...prefill,
    },
    validate: { title: checks.required, of: (of) => (of ? null : t.source) },
    refusedAt: { not_found: 'of' },
    current: currentOf(privacyIncidents.update),
    save: ({ title, of, from, to, knownAt }, originTime) => {
      const [kind, id] = of.split(':') as [IncidentKind, string]
      const sentence = { kind, subjectId: Number(id), from, to }
      if (!incident) return create.mutateAsync({ body: { title, knownAt, ...sentence } })
      const same = of === sourceValue(incident) && from === incident.from && to === incident.to
      return update.mutateAsync({
        params: { id: incident.id },
        body: { originTime, title, ...(knownAt !== incident.knownAt && { knownAt }), ...(!same && sentence) },
      })
    },
    onSaved: ({ id }) => {
      onClose()
      if (!incident) go({ to: 'privacy-incident', params: { incidentId: id }, ignoreBlocker: true })
    },
    onClose,
  })
  const { form } = record
  const moment = (path: 'from' | 'to' | 'knownAt') => ({
    value: form.values[path],
    onChange: (instant: string) => form.setFieldValue(path, instant),
  })
  return (
    <RecordDialog title={incident ? t.edit : t.open} create={t.open} record={record}>
      <TextInput
        {...form.getInputProps('title')}
        label={t.title}
        placeholder={t.titleHint}
        maxLength={200}
        required
        data-autofocus
      />
      <SearchSelect
        label={t.leaked}
        placeholder={t.source}
        value={form.values.of || null}
        error={form.errors.of}
        data={leaks}
        onPick={(of) => form.setFieldValue('of', of)}
      />
      <Moment label={t.from} {...moment('from')} />
      <Moment label={t.to} {...moment('to')} {...(incident && { hint: t.recomputes })} />
      <Moment label={t.known} hint={t.knownHint} {...moment('knownAt')} />
    </RecordDialog>
  )
}
