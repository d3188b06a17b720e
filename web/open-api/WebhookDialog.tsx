import { Checkbox, TextInput } from '@mantine/core'
import { type ChangeType, changeTypeNames } from '@ruam/contract/open-api/changes.ts'
import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import { masterData } from '@ruam/contract/platform/master-data.ts'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { currentOf } from '../data/stale.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { alerts } from '../ui/alerts.ts'
import { FormNote } from '../ui/FormNote.tsx'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import styles from './OpenApi.module.css'
import { webhookText } from './program-webhook-text.ts'
import { groupNames, typeGroups, urlFault, type Webhook } from './webhook.ts'

interface WebhookDialogProps {
  program: number
  /** The webhook to change; without one a webhook is made. */
  webhook?: Webhook | undefined
  onMade: (secret: string) => void
  onClose: () => void
}

const refreshes = [programWebhooks.list]

/** Makes a webhook of a program, or changes one: its URL and the events that are sent there. */
export function WebhookDialog({ program, webhook, onMade, onClose }: WebhookDialogProps) {
  const t = useWords(webhookText)
  const c = useWords(common)
  const create = useWrite(programWebhooks.create, { quiet: true, refreshes })
  const update = useWrite(programWebhooks.update, { quiet: true, refreshes })
  const record = useRecordForm({
    record: webhook,
    blank: { url: '', types: [] as ChangeType[] },
    valuesOf: ({ url, types }: Webhook) => ({ url, types: sorted(types) }),
    validate: {
      url(typed) {
        const fault = urlFault(typed.trim())
        return fault && t[fault]
      },
      types: (types) => (types.length === 0 ? t.chooseType : null),
    },
    refusedAt: { webhook_url_refused: 'url', scope_missing: 'types', scope_beyond_rights: 'types' },
    current: currentOf(programWebhooks.update),
    async save({ url, types }, originTime): Promise<string | undefined> {
      const body = { url: url.trim(), types }
      if (!webhook) return (await create.mutateAsync({ params: { id: program }, body })).secret
      await update.mutateAsync({ params: { id: program, webhook: webhook.id }, body: { ...body, originTime } })
      return undefined
    },
    onSaved(secret) {
      if (secret !== undefined) return onMade(secret)
      alerts.success(c.saved)
      onClose()
    },
    onClose,
  })
  const { form } = record
  const { url, types } = form.values
  // Checked during typing as soon as it looks like a URL.
  const typedFault = URL.canParse(url.trim()) ? urlFault(url.trim()) : null
  return (
    <RecordDialog
      wide
      title={webhook ? t.change : t.add}
      create={t.add}
      record={record}
      shown={{
        url: { label: t.url },
        types: { label: t.types, of: (values) => values.types.map((type) => t[type]).join(', ') },
      }}
    >
      <TextInput
        {...form.getInputProps('url')}
        error={form.errors.url ?? (typedFault && t[typedFault])}
        label={t.url}
        placeholder={t.urlExample}
        type="url"
        inputMode="url"
        autoComplete="off"
        classNames={{ input: styles.code }}
        required
        data-autofocus
      />
      <TypeChoice
        program={program}
        value={types}
        error={form.errors.types ? String(form.errors.types) : undefined}
        onChange={(chosen) => form.setFieldValue('types', chosen)}
      />
    </RecordDialog>
  )
}

const sorted = (types: readonly string[]) => changeTypeNames.filter((type) => types.includes(type))

interface TypeChoiceProps {
  program: number
  value: readonly ChangeType[]
  error: string | undefined
  onChange: (types: ChangeType[]) => void
}

/** Events in groups. One that the program or the person may not read is grey, with the reason. */
function TypeChoice({ program, value, error, onChange }: TypeChoiceProps) {
  const t = useWords(webhookText)
  const choices = useRead(programWebhooks.choices, { params: { id: program } }, { staleTime: 0 })
  const scopes = useRead(masterData.scopes, {}).data?.data ?? []
  const reasonOf = ({ scope, lacks }: Got<typeof programWebhooks.choices>['data'][number]) => {
    const named = { scope: scopes.find((one) => one.scope === scope)?.name ?? scope }
    return lacks === 'program' ? t.programLacks(named) : lacks === 'caller' ? t.callerLacks(named) : undefined
  }
  const choiceOf = (type: ChangeType) => choices.data?.data.find((one) => one.type === type)
  return (
    <Checkbox.Group
      value={[...value]}
      error={error}
      onChange={(chosen) => onChange(sorted(chosen))}
      label={t.types}
      description={t.chosen({ count: value.length, total: changeTypeNames.length })}
      required
    >
      <FormNote message={choices.error?.message} />
      <div className={styles.scopes}>
        {groupNames.map((group) => (
          <fieldset key={group}>
            <legend>{t[group]}</legend>
            {typeGroups[group].map((type) => {
              const choice = choiceOf(type)
              // A chosen event can always be removed.
              const disabled = !choice || (choice.lacks !== null && !value.includes(type))
              return (
                <Checkbox
                  key={type}
                  value={type}
                  label={t[type]}
                  description={choice && reasonOf(choice)}
                  disabled={disabled}
                />
              )
            })}
          </fieldset>
        ))}
        <p className={styles.note}>{t.largeFiles}</p>
      </div>
    </Checkbox.Group>
  )
}
