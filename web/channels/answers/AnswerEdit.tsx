import { Button, SegmentedControl, Switch, TagsInput, TextInput } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { type AnswerKind, answerLimits, answers, MY_DATA_LABEL } from '@ruam/contract/channels/answers.ts'
import { IconArrowLeft } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { MessagesPart } from '../../broadcasts/messages/MessagesPart.tsx'
import { wordsOf } from '../../broadcasts/messages/use-word-fields.ts'
import { focusField } from '../../broadcasts/parts.ts'
import { Preview } from '../../broadcasts/preview/Preview.tsx'
import { RichHost } from '../../broadcasts/rich/RichHost.tsx'
import type { Draft } from '../../broadcasts/use-draft.ts'
import { useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { checks } from '../../ui/form.ts'
import { LackedRights } from '../../ui/LackedRights.tsx'
import { useLackedRights } from '../../ui/may.ts'
import { StaleNote } from '../../ui/StaleNote.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import { type AnswerDraft, type AnswerRow, answerFaults, blankDraft, draftOf, sentDraft } from './answer.ts'
import styles from './Edit.module.css'
import { editText } from './edit-text.ts'
import { QuickTexts } from './QuickTexts.tsx'
import { text } from './text.ts'

interface AnswerEditProps {
  account: AccountRow
  kind: AnswerKind
  /** Undefined for a new answer. */
  answer: AnswerRow | undefined
  /** A word that the new answer starts with. */
  variant: string | undefined
  /** True while the page My data is on. */
  myData: boolean
  onDone: () => void
}

/** The editor of an answer, with the phone of a customer next to it. */
export function AnswerEdit({ account, kind, answer, variant, myData, onDone }: AnswerEditProps) {
  const t = useWords(editText)
  const l = useWords(text)
  const c = useWords(common)
  const lacked = useLackedRights(answers.update)
  const readOnly = lacked.length > 0
  const create = useWrite(answers.create, { quiet: true })
  const update = useWrite(answers.update, { quiet: true })
  const kindName = l[kind]
  const record = useRecordForm({
    record: answer,
    blank: blankDraft(variant ? { variants: [variant] } : {}),
    valuesOf: draftOf,
    validate: { name: (name: string) => (name.trim() ? checks.name(name) : null) },
    refusedAt: { name_taken: 'name' },
    current: currentOf(answers.update),
    save: (draft: AnswerDraft, originTime) =>
      answer
        ? update.mutateAsync({
            params: { id: account.id, answerId: answer.id },
            body: { ...sentDraft(draft, kindName), originTime },
          })
        : create.mutateAsync({ params: { id: account.id }, body: { kind, ...sentDraft(draft, kindName) } }),
    onClose: onDone,
  })
  const { form, base, conflicts, takeTheirs } = record
  const draft = form.values
  const set = <K extends keyof AnswerDraft & string>(key: K, value: AnswerDraft[K]) =>
    form.setFieldValue(key, value as never)
  const [isChecked, setChecked] = useState(false)
  const faults = answerFaults(kind, draft)
  const visible: readonly Fault[] = isChecked ? faults : []
  const [sought, setSought] = useState<{ path: string }>()
  useEffect(() => {
    if (sought) focusField(sought.path)
  }, [sought])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (faults[0]) return setSought({ path: faults[0].path })
    if (!form.validate().hasErrors) void record.save(draft)
  }
  const channel = { type: account.type, channelId: account.id, name: account.name } as Draft['channel']
  const asBroadcast = {
    channel,
    name: draft.name || kindName,
    messages: draft.messages,
    quickReplies: [...(draft.opensMyData && myData ? [MY_DATA_LABEL] : []), ...draft.quickReplies].map((label) => ({
      ...{ label, type: 'message' as const, value: label },
    })),
    stopReply: false,
    linkTracking: 'off' as const,
  }
  const onChange = ({ messages }: Partial<Draft>) => messages && set('messages', messages)
  const variantFault = visible.some(({ path }) => path === 'variants')
  const isKeyword = kind === 'keyword'
  return (
    <RichHost draft={asBroadcast} form={{ visible, noteTyped: () => {} }} readOnly={readOnly} onChange={onChange}>
      <form className={styles.edit} noValidate onSubmit={onSubmit}>
        <div className={styles.fields}>
          <header>
            <button type="button" className={styles.back} aria-label={t.back} onClick={() => void record.close()}>
              <IconArrowLeft size={18} stroke={1.6} />
            </button>
            <h2 ref={heading} tabIndex={-1}>
              {answer?.name ?? (isKeyword ? t.newAnswer : kindName)}
            </h2>
          </header>
          <StaleNote
            stale={record.stale}
            conflicts={conflicts.map((path) => ({
              label: conflictNames[path as keyof typeof conflictNames] ? t[conflictNames[path as 'name']] : '',
              value: typeof base[path] === 'string' ? base[path] : '',
              onTake: () => takeTheirs(path),
            }))}
          />
          <LackedRights rights={lacked} />
          <fieldset disabled={readOnly}>
            {isKeyword && (
              <>
                <TagsInput
                  label={t.variants}
                  description={t.variantsHint}
                  name="variants"
                  data-autofocus
                  value={draft.variants}
                  maxTags={answerLimits.variants}
                  maxLength={answerLimits.variant}
                  splitChars={[',', '\n']}
                  acceptValueOnBlur
                  disabled={readOnly}
                  error={variantFault && t.variantMissing}
                  comboboxProps={{ disabled: true }}
                  onChange={(variants) => set('variants', variants)}
                />
                <div className={styles.line}>
                  <span id="answer-match">{t.match}</span>
                  <SegmentedControl
                    transitionDuration={0}
                    aria-labelledby="answer-match"
                    disabled={readOnly}
                    value={draft.match}
                    onChange={(match) => set('match', match as AnswerDraft['match'])}
                    data={[
                      { value: 'contains', label: t.contains },
                      { value: 'whole', label: t.whole },
                    ]}
                  />
                </div>
                <TextInput
                  {...form.getInputProps('name')}
                  label={t.name}
                  description={t.nameHint}
                  name="name"
                  placeholder={draft.variants[0]}
                />
              </>
            )}
            <section className={styles.messages} data-part="messages" aria-labelledby="answer-messages">
              <h3 id="answer-messages">{t.messages}</h3>
              <MessagesPart
                draft={asBroadcast}
                faults={visible}
                missing={visible}
                sought={sought}
                preview={undefined}
                onPreview={() => document.getElementById('answer-preview')?.scrollIntoView({ block: 'start' })}
                replies={
                  <QuickTexts replies={draft.quickReplies} onChange={(replies) => set('quickReplies', replies)} />
                }
                onChange={onChange}
              />
              {wordsOf(draft.messages).length > 0 && <p className={styles.note}>{t.ownValues}</p>}
            </section>
            {isKeyword && (
              <Switch
                label={t.handsOver}
                description={t.handsOverText}
                checked={draft.handsOver}
                disabled={readOnly}
                onChange={(event) => set('handsOver', event.currentTarget.checked)}
              />
            )}
            {(myData || draft.opensMyData) && (
              <Switch
                label={t.opensMyData}
                description={myData ? t.opensMyDataText : t.myDataOff}
                checked={draft.opensMyData}
                disabled={readOnly}
                onChange={(event) => set('opensMyData', event.currentTarget.checked)}
              />
            )}
            <Switch
              label={t.enabled}
              checked={draft.enabled}
              disabled={readOnly}
              onChange={(event) => set('enabled', event.currentTarget.checked)}
            />
          </fieldset>
        </div>
        <aside id="answer-preview" className={styles.seen}>
          <Preview draft={asBroadcast} title={t.preview} />
        </aside>
        <FormFoot className={styles.foot} message={record.refusal} busy={record.saving}>
          <Button onClick={() => void record.close()}>{readOnly ? c.close : c.cancel}</Button>
          {!readOnly && (
            <Button type="submit" variant="filled" loading={record.saving}>
              {c.save}
            </Button>
          )}
        </FormFoot>
      </form>
    </RichHost>
  )
}

const conflictNames = {
  name: 'nameOnly',
  variants: 'variants',
  match: 'match',
  messages: 'messages',
  quickReplies: 'replies',
  handsOver: 'handsOver',
  opensMyData: 'opensMyData',
  enabled: 'enabled',
} as const
