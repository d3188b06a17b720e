import { NativeSelect, Textarea } from '@mantine/core'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useNameCheck } from '../data/name-check.ts'
import { currentOf } from '../data/stale.ts'
import { useWords } from '../data/text.ts'
import { CheckedInput } from '../ui/CheckedInput.tsx'
import { checks } from '../ui/form.ts'
import { useMayCall } from '../ui/may.ts'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import { Picker } from './Picker.tsx'
import { text } from './text.ts'
import { tokenText } from './token-text.ts'

type Token = Got<typeof apiTokens.get>

interface TokenDialogProps {
  /** The token to change; without one a token is made. */
  token?: Token | undefined
  /** Receives a new token with its secret. */
  onMade: (token: Got<typeof apiTokens.create>) => void
  onClose: () => void
}

const DAY_MS = 24 * 60 * 60 * 1000
const lifetimes = [30, 90, 365, 730]

/** Makes an API token, or changes one: its name and the open APIs that it may read. */
export function TokenDialog({ token, onMade, onClose }: TokenDialogProps) {
  const t = useWords(text)
  const k = useWords(tokenText)
  const create = useWrite(apiTokens.create, { quiet: true, refreshes: [openApis.list] })
  const update = useWrite(apiTokens.update, { quiet: true, refreshes: [openApis.list] })
  const mayList = useMayCall(openApis.list)
  const known = useRead(openApis.list, { query: { offset: 0, limit: 0 } }, { enabled: mayList })
  const record = useRecordForm({
    record: token,
    blank: { name: '', description: '', openApiIds: [] as number[], days: '365' },
    valuesOf: ({ name, description, openApis: chosen }: Token) => ({
      name,
      description,
      openApiIds: chosen.map(({ id }) => id),
      days: '',
    }),
    validate: { name: checks.name, description: checks.description },
    refusedAt: { name_taken: 'name' },
    current: currentOf(apiTokens.update),
    async save({ days, name, ...rest }, originTime) {
      const body = { ...rest, name: name.trim() }
      if (token) return update.mutateAsync({ params: { id: token.id }, body: { ...body, originTime } })
      const expiredAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
      return create.mutateAsync({ body: { ...body, expiredAt } })
    },
    ...(!token && { onSaved: (made) => onMade(made as Got<typeof apiTokens.create>) }),
    onClose,
  })
  const { form, base } = record
  const { name, openApiIds } = form.values
  const mayCheck = useMayCall(apiTokens.validate)
  const asked = mayCheck && name.trim() !== base.name && checks.name(name) === null
  const check = useNameCheck(
    apiTokens.validate,
    (value) => ({ params: { field: 'name' as const, value } }),
    name,
    asked,
  )
  const options = known.data?.data ?? token?.openApis ?? []
  const namesOf = (ids: readonly number[]) =>
    options
      .filter(({ id }) => ids.includes(id))
      .map((one) => one.name)
      .join(', ') || k.noOpenApis
  return (
    <RecordDialog
      title={token ? k.editToken : k.newToken}
      create={k.newToken}
      record={record}
      names={{ name: check }}
      shown={{
        name: { label: t.name },
        description: { label: t.description },
        openApiIds: { label: k.openApis, of: (values) => namesOf(values.openApiIds) },
      }}
    >
      <CheckedInput
        {...form.getInputProps('name')}
        check={check}
        label={t.name}
        placeholder={k.nameExample}
        required
        data-autofocus
      />
      <Picker
        label={k.openApis}
        description={k.openApisText}
        placeholder={k.chooseOpenApis}
        options={options}
        value={openApiIds}
        error={known.error?.message}
        onChange={(ids) => form.setFieldValue('openApiIds', ids)}
      />
      {!token && (
        <NativeSelect
          {...form.getInputProps('days')}
          label={k.lastDay}
          data={lifetimes.map((count) => ({ value: String(count), label: k.days({ count }) }))}
        />
      )}
      <Textarea {...form.getInputProps('description')} label={t.description} />
    </RecordDialog>
  )
}
