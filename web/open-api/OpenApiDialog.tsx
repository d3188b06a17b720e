import { Button, Checkbox, Input, Stack, Textarea, TextInput } from '@mantine/core'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { currentOf } from '../data/stale.ts'
import { useWords } from '../data/text.ts'
import { Bones } from '../ui/Bones.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { checks } from '../ui/form.ts'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import { type AccessField, FieldAccess, type Listed } from './FieldAccess.tsx'
import { accessText } from './field-access-text.ts'
import styles from './OpenApi.module.css'
import { openApiText } from './open-api-text.ts'
import { Picker } from './Picker.tsx'
import { text } from './text.ts'
import { useCallName } from './use-call-name.ts'
import { useFields } from './use-fields.ts'

export type OpenApi = Got<typeof openApis.get>

interface OpenApiDialogProps {
  /** The open API to change; without one an open API is made. */
  openApi?: OpenApi | undefined
  onClose: () => void
}

const blank = {
  name: '',
  description: '',
  calls: [] as string[],
  fields: [] as Listed[],
  tokenIds: [] as number[],
}

/** Opens all fields without sensitive values for reading. */
const plainOf = (fields: readonly AccessField[]): Listed[] =>
  fields.flatMap(({ id, sensitive }) => (sensitive ? [] : [{ fieldId: id, read: true, write: null }]))

/** Makes an open API, or changes one: its calls, the fields that they read and write, and the tokens that may use it. */
export function OpenApiDialog({ openApi, onClose }: OpenApiDialogProps) {
  const t = useWords(text)
  const o = useWords(openApiText)
  const create = useWrite(openApis.create, { quiet: true, refreshes: [apiTokens.list] })
  const update = useWrite(openApis.update, { quiet: true, refreshes: [apiTokens.list] })
  const a = useWords(accessText)
  const { fields, error } = useFields()
  const { nameOf } = useCallName()
  const tokens = useRead(openApis.tokens, {})
  const record = useRecordForm({
    record: openApi,
    blank,
    valuesOf: ({ name, description, calls, fields: listed, tokens: chosen }: OpenApi) => ({
      name,
      description,
      calls,
      fields: listed,
      tokenIds: chosen.map(({ id }) => id),
    }),
    validate: {
      name: checks.name,
      description: checks.description,
      calls: (calls) => (calls.length === 0 ? o.chooseCall : null),
    },
    refusedAt: { name_taken: 'name', call_unknown: 'calls' },
    current: currentOf(openApis.update),
    save({ name, ...rest }, originTime) {
      const body = { ...rest, name: name.trim() }
      return openApi
        ? update.mutateAsync({ params: { id: openApi.id }, body: { ...body, originTime } })
        : create.mutateAsync({ body })
    },
    onClose,
  })
  const { form } = record
  const { calls, fields: listed, tokenIds } = form.values
  const opened = (list: readonly Listed[]) =>
    fields
      .flatMap(({ id, displayName }) => {
        const one = list.find(({ fieldId }) => fieldId === id)
        return one ? [`${displayName} (${one.read ? a.readable : a.unreadable} · ${a[one.write ?? 'no']})`] : []
      })
      .join(', ')
  const named = (options: readonly { id: number; name: string }[], ids: readonly number[]) =>
    options.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
  return (
    <RecordDialog
      title={openApi ? o.editOpenApi : o.newOpenApi}
      create={o.newOpenApi}
      record={record}
      shown={{
        name: { label: t.name },
        description: { label: t.description },
        calls: { label: o.reads, of: (values) => values.calls.map(nameOf).join(', ') },
        fields: { label: o.fields, of: (values) => opened(values.fields) || o.noFields },
        tokenIds: { label: o.tokens, of: (values) => named(tokens.data?.data ?? [], values.tokenIds) || o.noTokens },
      }}
    >
      <TextInput {...form.getInputProps('name')} label={t.name} placeholder={o.nameExample} required data-autofocus />
      <CallChoice
        value={calls}
        error={form.errors.calls ? String(form.errors.calls) : undefined}
        onChange={(chosen) => form.setFieldValue('calls', chosen)}
      />
      <Input.Wrapper label={o.fields} description={o.fieldsText} error={error}>
        <FieldAccess fields={fields} value={listed} onChange={(list) => form.setFieldValue('fields', list)} />
        {listed.length === 0 && fields.length > 0 && (
          <Button variant="subtle" mt="xs" onClick={() => form.setFieldValue('fields', plainOf(fields))}>
            {o.allFields}
          </Button>
        )}
      </Input.Wrapper>
      <Picker
        label={o.tokens}
        description={o.tokensText}
        placeholder={o.chooseTokens}
        options={tokens.data?.data ?? openApi?.tokens ?? []}
        value={tokenIds}
        error={tokens.error?.message}
        onChange={(ids) => form.setFieldValue('tokenIds', ids)}
      />
      <Textarea {...form.getInputProps('description')} label={t.description} />
    </RecordDialog>
  )
}

interface CallChoiceProps {
  value: string[]
  error: string | undefined
  onChange: (calls: string[]) => void
}

/** The calls of an open API, in groups. */
function CallChoice({ value, error, onChange }: CallChoiceProps) {
  const t = useWords(openApiText)
  const { nameOf, groupOf } = useCallName()
  const groups = useRead(openApis.groups, {})
  return (
    <Checkbox.Group value={value} error={error} onChange={onChange} label={t.reads} description={t.readsText} required>
      {groups.error && <FormNote message={groups.error.message} />}
      {!groups.data && !groups.error && <Bones />}
      <Stack gap="md" mt="xs">
        {groups.data?.data.map(({ group, calls }) => (
          <fieldset key={group} className={styles.group}>
            <legend>{groupOf(group)}</legend>
            {calls.map(({ call }) => (
              <Checkbox key={call} value={call} label={nameOf(call)} />
            ))}
          </fieldset>
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
