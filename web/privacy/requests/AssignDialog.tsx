import { NativeSelect } from '@mantine/core'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { requestListText } from './list-text.ts'
import { requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'
import { requestText } from './request-text.ts'
import { useMembers } from './use-members.ts'

interface Values extends Record<string, unknown> {
  assignee: string
}

/** Chooses the member who looks after a request. */
export default function AssignDialog({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const t = useWords(requestPageText)
  const l = useWords(requestListText)
  const r = useWords(requestText)
  const members = useMembers()
  const change = useWrite(privacyRequests.change, { quiet: true })
  const record = useRecordForm<Values, PrivacyRequest, PrivacyRequest>({
    record: request,
    blank: { assignee: '' },
    valuesOf: ({ assignee }) => ({ assignee: assignee ? String(assignee.id) : '' }),
    current: currentOf(privacyRequests.change),
    save: ({ assignee }, originTime) =>
      change.mutateAsync({
        params: { id: request.id },
        body: { originTime, assigneeId: assignee ? Number(assignee) : null },
      }),
    onClose,
  })
  const { assignee } = request
  const isListed = !assignee || members.some(({ id }) => id === assignee.id)
  const all = isListed ? members : [assignee, ...members]
  return (
    <RecordDialog title={t.assignTitle} record={record} shown={{ assignee: { label: l.assignee } }}>
      <NativeSelect
        {...record.form.getInputProps('assignee')}
        label={l.assignee}
        data={[{ value: '', label: r.nobody }, ...all.map(({ id, name }) => ({ value: String(id), label: name }))]}
        data-autofocus
      />
    </RecordDialog>
  )
}
