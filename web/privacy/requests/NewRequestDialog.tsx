import { MultiSelect, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core'
import { MAX_REQUEST_PROFILES, privacyRequests, requestKinds, requestSources } from '@ruam/contract/privacy/requests.ts'
import { type ChosenPerson, PeoplePicker } from '../../broadcasts/PeoplePicker.tsx'
import { FieldDate } from '../../customers/profiles/FieldDate.tsx'
import { dayOf, typedDay } from '../../customers/profiles/field-date.ts'
import { useWrite } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useGo } from '../../ui/route.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { requestListText } from './list-text.ts'
import styles from './Requests.module.css'
import { requestText } from './request-text.ts'
import { useMembers } from './use-members.ts'
import { usePurposeNames } from './use-purpose-names.ts'

interface Values extends Record<string, unknown> {
  people: ChosenPerson[]
  kind: (typeof requestKinds)[number]
  source: Exclude<(typeof requestSources)[number], 'my_data'>
  place: string
  words: string
  /** As it was typed. */
  received: string
  purposes: string[]
  assignee: string
}

/** Written down by staff; `my_data` writes itself. */
const sources = requestSources.filter((source) => source !== 'my_data')

/** Records a request that a customer made, and opens it. */
export default function NewRequestDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(requestListText)
  const r = useWords(requestText)
  const go = useGo()
  const { era } = useFormat()
  const { timeZone } = useStore()
  const members = useMembers()
  const create = useWrite(privacyRequests.create, { quiet: true })
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format()
  const record = useRecordForm<Values, { updatedAt: string | null }, { id: number }>({
    blank: {
      ...{ people: [], kind: 'see', source: 'branch', place: '', words: '' },
      ...{ received: typedDay(today, era), purposes: [], assignee: '' },
    },
    validate: {
      people: (people) => (people.length > 0 ? null : t.whoRequired),
      received: (typed) => (dayOf(typed) ? null : t.dayWrong),
    },
    refusedAt: { invalid_input: 'received' },
    save: ({ people, received, purposes, assignee, ...body }) =>
      create.mutateAsync({
        body: {
          ...body,
          profileIds: people.map(({ id }) => id),
          receivedOn: dayOf(received),
          purposeIds: body.kind === 'withdraw' ? purposes.map(Number) : [],
          assigneeId: assignee ? Number(assignee) : null,
        },
      }),
    onSaved: ({ id }) => {
      onClose()
      go({ to: 'privacy-request', params: { requestId: id }, ignoreBlocker: true })
    },
    onClose,
  })
  const { form } = record
  const { people, kind } = form.values
  const purposes = usePurposeNames(kind === 'withdraw')
  return (
    <RecordDialog title={t.newTitle} create={t.create} record={record}>
      <div>
        <PeoplePicker
          label={t.who}
          hint={t.whoHint}
          value={people}
          most={MAX_REQUEST_PROFILES}
          onChange={(chosen) => form.setFieldValue('people', chosen)}
        />
        {form.errors.people && (
          <p className={styles.error} role="alert">
            {form.errors.people}
          </p>
        )}
      </div>
      <Radio.Group {...form.getInputProps('kind')} label={t.kind}>
        <div className={styles.choices}>
          {requestKinds.map((one) => (
            <Radio key={one} size="sm" value={one} label={r[one]} />
          ))}
        </div>
      </Radio.Group>
      {kind === 'withdraw' && (
        <MultiSelect
          {...form.getInputProps('purposes')}
          label={t.purposes}
          description={t.purposesHint}
          data={purposes.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <Textarea {...form.getInputProps('words')} label={t.words} minRows={2} maxRows={8} maxLength={2000} />
      <Radio.Group {...form.getInputProps('source')} label={t.way}>
        <div className={styles.choices}>
          {sources.map((one) => (
            <Radio key={one} size="sm" value={one} label={r[one]} />
          ))}
        </div>
      </Radio.Group>
      <TextInput {...form.getInputProps('place')} label={t.place} placeholder={t.placeHint} maxLength={100} />
      <FieldDate
        {...form.getInputProps('received')}
        label={t.receivedOn}
        value={form.values.received}
        description={t.receivedHint}
        required
        onChange={(typed) => form.setFieldValue('received', typed)}
      />
      {members.length > 0 && (
        <NativeSelect
          {...form.getInputProps('assignee')}
          label={t.assignee}
          data={[
            { value: '', label: r.nobody },
            ...members.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </RecordDialog>
  )
}
