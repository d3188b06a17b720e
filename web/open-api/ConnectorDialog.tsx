import { Textarea } from '@mantine/core'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { useRead, useWrite } from '../data/api.ts'
import { useNameCheck } from '../data/name-check.ts'
import { currentOf } from '../data/stale.ts'
import { useWords } from '../data/text.ts'
import { CheckedInput } from '../ui/CheckedInput.tsx'
import { checks } from '../ui/form.ts'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import type { Connector } from './connector.ts'
import { connectorText } from './connector-text.ts'
import { Picker } from './Picker.tsx'
import { text } from './text.ts'

/** Changes the name of a connector and the tokens that may send to it. */
export function ConnectorDialog({ connector, onClose }: { connector: Connector; onClose: () => void }) {
  const t = useWords(text)
  const n = useWords(connectorText)
  const tokens = useRead(openApis.tokens, {})
  const update = useWrite(connectors.update, { quiet: true })
  const record = useRecordForm({
    record: connector,
    blank: { name: '', description: '', tokenIds: [] as number[] },
    valuesOf: ({ name, description, tokens: chosen }: Connector) => ({
      name,
      description,
      tokenIds: chosen.map(({ id }) => id),
    }),
    validate: { name: checks.name, description: checks.description },
    refusedAt: { name_taken: 'name' },
    current: currentOf(connectors.update),
    save: (values, originTime) =>
      update.mutateAsync({
        params: { id: connector.id },
        body: { ...values, name: values.name.trim(), originTime },
      }),
    onClose,
  })
  const { form, base } = record
  const { name, tokenIds } = form.values
  const ask = name.trim() !== base.name && checks.name(name) === null
  const check = useNameCheck(connectors.validate, (value) => ({ params: { field: 'name' as const, value } }), name, ask)
  const options = tokens.data?.data ?? connector.tokens
  return (
    <RecordDialog
      title={n.editConnector}
      record={record}
      names={{ name: check }}
      shown={{
        name: { label: t.name },
        description: { label: t.description },
        tokenIds: {
          label: n.tokens,
          of: (values) =>
            options.flatMap((one) => (values.tokenIds.includes(one.id) ? [one.name] : [])).join(', ') || n.noTokens,
        },
      }}
    >
      <CheckedInput {...form.getInputProps('name')} check={check} label={t.name} required data-autofocus />
      <Picker
        label={n.tokens}
        description={n.tokensText}
        placeholder={n.chooseTokens}
        options={options}
        value={tokenIds}
        error={tokens.error?.message}
        onChange={(ids) => form.setFieldValue('tokenIds', ids)}
      />
      <Textarea {...form.getInputProps('description')} label={t.description} />
    </RecordDialog>
  )
}
