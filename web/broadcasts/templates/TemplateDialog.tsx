import { NativeSelect, Text, TextInput } from '@mantine/core'
import { broadcastTemplates } from '@ruam/contract/broadcasts/templates.ts'
import { type Got, type Sending, useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import type { Draft } from '../use-draft.ts'
import { templateText } from './template-text.ts'

export type TemplateSummary = Got<typeof broadcastTemplates.list>['results'][number]
type Kept = Pick<Draft, 'messages' | 'quickReplies'>
type Body = Sending<typeof broadcastTemplates.create>['body']

interface TemplateDialogProps {
  /** The template to rename; without one the messages of a draft become a template. */
  template?: TemplateSummary
  draft?: Kept
  /** The broadcast that the draft is; undefined before its first save. */
  broadcastId?: number | undefined
  onClose: () => void
}

/** `what`: the place of one message, or empty for all of them. */
type Values = { name: string; what: string }

/** Returns what is kept of a draft, as the call takes it. */
function keptOf({ messages, quickReplies }: Kept, what: string) {
  const kept = what === '' ? { messages, quickReplies } : { messages: [messages[Number(what)]!], quickReplies: [] }
  return kept as Pick<Body, 'messages' | 'quickReplies'>
}

/** Names a template. */
export default function TemplateDialog({ template, draft, broadcastId, onClose }: TemplateDialogProps) {
  const t = useWords(templateText)
  const create = useWrite(broadcastTemplates.create, { quiet: true })
  const rename = useWrite(broadcastTemplates.rename, { quiet: true })
  const record = useRecordForm({
    record: template,
    blank: { name: '', what: '' } as Values,
    valuesOf: ({ name }: TemplateSummary): Values => ({ name, what: '' }),
    validate: { name: checks.name },
    refusedAt: { name_taken: 'name' },
    current: currentOf(broadcastTemplates.rename),
    async save({ name, what }, originTime): Promise<{ name: string }> {
      if (template) return rename.mutateAsync({ params: { id: template.id }, body: { name, originTime } })
      return create.mutateAsync({ body: { name, ...keptOf(draft!, what), broadcastId: broadcastId ?? null } })
    },
    onSaved({ name }) {
      alerts.success(t.saved({ name }), { name })
      onClose()
    },
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog title={template ? t.renameTitle : t.saveTitle} record={record} shown={{ name: { label: t.name } }}>
      {!template && <Text c="var(--ruam-text-2)">{t.keeps}</Text>}
      <TextInput {...form.getInputProps('name')} label={t.name} required data-autofocus />
      {!template && draft!.messages.length > 1 && (
        <NativeSelect
          {...form.getInputProps('what')}
          label={t.what}
          data={[
            { value: '', label: t.whole },
            ...draft!.messages.map((_, place) => ({ value: String(place), label: t.one({ place: place + 1 }) })),
          ]}
        />
      )}
    </RecordDialog>
  )
}
