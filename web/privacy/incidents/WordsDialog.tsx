import { Textarea } from '@mantine/core'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import type { Incident } from './incident.ts'
import { incidentText } from './incident-text.ts'

const parts = ['cause', 'consequences', 'measures', 'contact'] as const
type Values = Record<(typeof parts)[number], string>

const lengths = { cause: 2000, consequences: 2000, measures: 2000, contact: 500 }
const valuesOf = ({ cause, consequences, measures, contact }: Incident): Values => ({
  ...{ cause, consequences, measures, contact },
})

/** Words of staff in the form for the regulator. */
export default function WordsDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const t = useWords(incidentText)
  const update = useWrite(privacyIncidents.update, { quiet: true })
  const record = useRecordForm<Values, Incident, Incident>({
    ...{ record: incident, valuesOf, blank: valuesOf(incident) },
    current: currentOf(privacyIncidents.update),
    save: (body, originTime) => update.mutateAsync({ params: { id: incident.id }, body: { ...body, originTime } }),
    onClose,
  })
  return (
    <RecordDialog title={t.form} record={record} wide>
      {parts.map((part) => (
        <Textarea
          key={part}
          {...record.form.getInputProps(part)}
          label={t[part]}
          minRows={2}
          maxRows={8}
          maxLength={lengths[part]}
        />
      ))}
    </RecordDialog>
  )
}
