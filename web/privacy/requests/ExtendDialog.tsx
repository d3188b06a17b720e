import { NumberInput, Textarea } from '@mantine/core'
import { privacyRequests, REQUEST_DAYS } from '@ruam/contract/privacy/requests.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'

interface Values extends Record<string, unknown> {
  days: number | string
  reason: string
}

/** Extends the due day once, with a reason. */
export default function ExtendDialog({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const t = useWords(requestPageText)
  const extend = useWrite(privacyRequests.extend, { quiet: true })
  const record = useRecordForm<Values, PrivacyRequest, PrivacyRequest>({
    blank: { days: REQUEST_DAYS, reason: '' },
    validate: {
      days: (days) => (Number(days) >= 1 && Number(days) <= REQUEST_DAYS ? null : t.extendWrong),
      reason: checks.required,
    },
    save: ({ days, reason }) =>
      extend.mutateAsync({ params: { id: request.id }, body: { days: Number(days), reason } }),
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog title={t.extendTitle} create={t.extend} record={record}>
      <NumberInput
        {...form.getInputProps('days')}
        label={t.extendDays}
        description={t.extendHint}
        allowDecimal={false}
        allowNegative={false}
        required
      />
      <Textarea
        {...form.getInputProps('reason')}
        label={t.reason}
        placeholder={t.extendReason}
        required
        minRows={2}
        maxRows={6}
        maxLength={500}
        data-autofocus
      />
    </RecordDialog>
  )
}
