import { Button, Stack, Textarea } from '@mantine/core'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { openApis } from '@ruam/contract/open-api/open-apis.ts'
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '../data/api.ts'
import { useNameCheck } from '../data/name-check.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { Bones } from '../ui/Bones.tsx'
import { CheckedInput } from '../ui/CheckedInput.tsx'
import { FormFoot } from '../ui/FormFoot.tsx'
import { checks, submit } from '../ui/form.ts'
import { useMayCall } from '../ui/may.ts'
import { RouteLink, useGo } from '../ui/route.tsx'
import { useUnsaved } from '../ui/unsaved.ts'
import { useRecordForm } from '../ui/use-record-form.ts'
import { itemOf } from './connector.ts'
import { connectorText } from './connector-text.ts'
import styles from './OpenApi.module.css'
import { Picker } from './Picker.tsx'
import { text } from './text.ts'
import { useNotItem } from './use-not-item.ts'

/** Makes a connector of a name and one pasted item, then goes on to its mapping. */
export function ConnectorCreate() {
  const t = useWords(text)
  const n = useWords(connectorText)
  const c = useWords(common)
  const notItem = useNotItem()
  const go = useGo()
  const mayRead = useMayCall(openApis.tokens)
  const tokens = useRead(openApis.tokens, {}, { enabled: mayRead })
  const create = useWrite(connectors.create, { quiet: true })
  const [made, setMade] = useState<number>()
  const { form, save, saving, refusal } = useRecordForm({
    blank: { name: '', example: '', tokenIds: [] as number[] },
    validate: {
      name: checks.name,
      example: (pasted) => (pasted.trim() === '' || itemOf(pasted) ? null : notItem(pasted)),
    },
    refusedAt: { name_taken: 'name', example_invalid: 'example' },
    save({ name, example, tokenIds }) {
      const item = itemOf(example)
      return create.mutateAsync({ body: { name: name.trim(), tokenIds, ...(item && { example: item }) } })
    },
    onSaved: ({ id }) => setMade(id),
    onClose: () => undefined,
  })
  useUnsaved(form.isDirty() && made === undefined)
  // Only once the guard of what is unsaved knows that nothing is.
  useEffect(() => {
    if (made !== undefined)
      go({ to: 'data-source-openapi-connector-create-edit', params: { connectorId: made }, replace: true })
  }, [made, go])
  const { name, tokenIds } = form.values
  const ask = mayRead && checks.name(name) === null
  const check = useNameCheck(connectors.validate, (value) => ({ params: { field: 'name' as const, value } }), name, ask)
  return (
    <form noValidate className={styles.page} onSubmit={submit(form, save, { name: check })}>
      <Stack gap={20} className="ruam-steady">
        <CheckedInput
          {...form.getInputProps('name')}
          check={check}
          label={t.name}
          placeholder={n.nameExample}
          required
          autoFocus
        />
        <Textarea
          {...form.getInputProps('example')}
          label={n.example}
          description={n.exampleText}
          classNames={{ input: styles.code }}
          spellCheck={false}
          minRows={10}
        />
        {mayRead && tokens.isPending && <Bones />}
        {mayRead && !tokens.isPending && tokens.data?.data.length !== 0 && (
          <Picker
            label={n.tokens}
            description={n.tokensText}
            placeholder={n.chooseTokens}
            options={tokens.data?.data ?? []}
            value={tokenIds}
            error={tokens.error?.message}
            onChange={(ids) => form.setFieldValue('tokenIds', ids)}
          />
        )}
        <FormFoot message={refusal} busy={saving} className={styles.foot}>
          <Button component={RouteLink} to="data-source-openapi-connector" size="md">
            {c.cancel}
          </Button>
          <Button size="md" type="submit" variant="filled" loading={saving}>
            {n.newConnector}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  )
}
