import { Textarea, TextInput } from '@mantine/core'
import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { consents, FIRST_PURPOSE } from '@ruam/contract/customers/consents.ts'
import { type Got, useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import type { Consent } from './said.ts'
import { text } from './text.ts'

type Purpose = Consent['purpose']
type Values = { name: string; description: string }

const valuesOf = ({ name, description }: Purpose): Values => ({ name, description })

interface PurposeDialogProps {
  /** Without one a purpose is made. */
  purpose?: Purpose | undefined
  /** The store has none: it is offered the one that new stores begin with. */
  isFirst?: boolean
  /** Opens beside the form that lacks the purpose. */
  side?: boolean
  onMade?: (purpose: Got<typeof consents.createPurpose>) => void
  onClose: () => void
}

/** Makes a purpose that customers are asked about, or renames one. Its wording has a page of its own. */
export default function PurposeDialog({ purpose, isFirst, side, onMade, onClose }: PurposeDialogProps) {
  const t = useWords(text)
  const create = useWrite(consents.createPurpose, { quiet: true })
  const update = useWrite(consents.updatePurpose, { quiet: true, refreshes: [consentWordings.purpose] })
  const record = useRecordForm({
    record: purpose,
    blank: { name: isFirst ? FIRST_PURPOSE : '', description: '' },
    valuesOf,
    validate: { name: checks.name, description: checks.description },
    refusedAt: { name_taken: 'name' },
    current: currentOf(consents.updatePurpose),
    save: (values, originTime) =>
      purpose
        ? update.mutateAsync({ params: { id: purpose.id }, body: { name: values.name, originTime } })
        : create.mutateAsync({ body: values }),
    ...(onMade && { onSaved: onMade }),
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog
      title={purpose ? t.editPurpose : t.newPurpose}
      side={side}
      create={t.newPurpose}
      record={record}
      shown={{ name: { label: t.name }, description: { label: t.description } }}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={t.name}
        placeholder={t.namePlaceholder}
        required
        data-autofocus
      />
      {!purpose && (
        <Textarea
          {...form.getInputProps('description')}
          label={t.description}
          placeholder={t.descriptionPlaceholder}
          minRows={2}
          maxRows={8}
        />
      )}
    </RecordDialog>
  )
}
