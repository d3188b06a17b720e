import { TextInput } from '@mantine/core'
import { automations } from '@ruam/contract/automations/automations.ts'
import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useVisibleFaults } from '../../broadcasts/composer/use-visible-faults.ts'
import { useWordPreview } from '../../broadcasts/messages/use-word-preview.ts'
import { VisibleMessages } from '../../broadcasts/preview/VisibleMessages.tsx'
import { RichHost } from '../../broadcasts/rich/RichHost.tsx'
import { usePurposes, useSendingAccounts } from '../../broadcasts/use-choices.ts'
import { RuleOptionsProvider, useRuleOptions } from '../../customers/rules/use-rule-options.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LackedRights } from '../../ui/LackedRights.tsx'
import { useLackedRights, useMayCall } from '../../ui/may.ts'
import { StaleNote } from '../../ui/StaleNote.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { usePhone } from '../../ui/use-phone.ts'
import type { Automation } from '../automation.ts'
import { messageDraft, stepFaults, withParts } from '../steps/message-draft.ts'
import { allSteps, completeSteps, type OpenOf, type OpenStep } from '../steps/open-step.ts'
import { StepColumn } from '../steps/StepColumn.tsx'
import { TriggerCard } from '../steps/TriggerCard.tsx'
import { replaced } from '../steps/tree.ts'
import { useConflictSentence } from '../use-conflict-sentence.ts'
import styles from './Edit.module.css'
import { EditButtons, EditState } from './EditBar.tsx'
import { editText } from './edit-text.ts'
import { focusPart } from './focus-part.ts'
import { MissingLine } from './MissingLine.tsx'
import { RehearsalCard } from './RehearsalCard.tsx'
import { RulesColumn } from './RulesColumn.tsx'
import { StartDialog } from './StartDialog.tsx'
import { useAutomationDraft } from './use-automation-draft.ts'
import { type MissingPart, useMissingParts } from './use-missing-parts.ts'

interface StepsTabProps {
  automation: Automation
  /** Links to the other parts of the automation. */
  tabs: ReactNode
}

/** The editor of an automation: its trigger and steps in one column, its rules and the preview of a message next to it. */
export default function StepsTab({ automation, tabs }: StepsTabProps) {
  const t = useWords(editText)
  const phone = usePhone() ?? false
  const lacked = useLackedRights(automations.update)
  const readOnly = lacked.length > 0 || !automation.mayEdit
  const edit = useAutomationDraft(automation, readOnly)
  const { base, draft, change, conflicts, isDirty } = edit
  const options = useRuleOptions()
  const conflictSentence = useConflictSentence()
  const accounts = useSendingAccounts().data
  const purposes = usePurposes().data
  const mayReadSettings = useMayCall(broadcastSettings.get)
  const settings = useRead(broadcastSettings.get, {}, { enabled: mayReadSettings }).data
  const [openId, setOpenId] = useState<number>()
  const [sought, setSought] = useState<Pick<MissingPart, 'path' | 'step'>>()
  const [isPreviewed, setPreviewed] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const steps = allSteps(draft.steps)
  // An incomplete step is nowhere but here.
  useUnsaved(steps.length > allSteps(completeSteps(draft.steps)).length, ({ pathname, search }) =>
    JSON.stringify([pathname, search]),
  )
  const account = accounts?.find(({ id }) => id === draft.channelId)
  const channel = account ? { type: account.type, channelId: account.id, name: account.name } : null
  const missing = useMissingParts(draft, {
    saved: base,
    isDirty,
    hasNoAccounts: accounts?.length === 0,
    hasNoPurposes: purposes?.length === 0,
  })
  const isMessage = (step: { kind: string }): step is OpenOf<'message'> => step.kind === 'message'
  const open = steps.find(({ id }) => id === openId)
  const opened = open && isMessage(open) ? open : undefined
  const shown = opened ?? steps.find(isMessage)
  const form = useVisibleFaults(opened ? stepFaults(opened) : [])
  const seen = messageDraft(shown, channel)
  const asked = channel && {
    channel: { type: channel.type, channelId: channel.channelId },
    target: seen.target as never,
    purposeId: shown?.purposeId ?? null,
  }
  const preview = useWordPreview(opened?.messages ?? [], asked)
  // After the commit that opened its step and its message.
  useEffect(() => {
    if (sought) focusPart(sought)
  }, [sought])
  const seek = (part: MissingPart) => {
    if (part.step !== undefined) setOpenId(part.step)
    setSought({ ...part })
    form.showAll()
  }
  const start = async () => {
    if (isDirty && !(await edit.save())) return
    setStarting(true)
  }
  // A day of every year is meant more than once.
  const changeTrigger = (trigger: typeof draft.trigger) => {
    const becomesYearly = trigger?.kind === 'date' && trigger.yearly && draft.trigger?.kind !== 'date'
    change({ trigger, ...(becomesYearly && draft.repeat.kind === 'once' && { repeat: { kind: 'yearly' } }) })
  }
  // The first message takes the only account.
  const changeSteps = (next: OpenStep[]) => {
    const only = accounts?.length === 1 ? accounts[0]!.id : null
    const takes = draft.channelId === null && allSteps(next).some(isMessage)
    change({ steps: next, ...(takes && only !== null && { channelId: only }) })
  }
  const numberOf = (id: number | undefined) => steps.findIndex((step) => step.id === id) + 1
  const seenTitle = shown && t.seenOf({ number: numberOf(shown.id) })
  const waiting = new Map<number, number>()
  for (const { step, people } of base.waiting) waiting.set(step, (waiting.get(step) ?? 0) + people)
  const wordsOf = (path: string) => missing.find((part) => part.path === path)?.words
  const bar = <EditState edit={edit} readOnly={readOnly} />
  const buttons = <EditButtons {...{ edit, readOnly, missing, phone }} onSeek={seek} onStart={() => void start()} />
  return (
    <RuleOptionsProvider value={options}>
      <RichHost
        draft={messageDraft(opened, channel)}
        form={form}
        readOnly={readOnly}
        onChange={(parts) => opened && change({ steps: replaced(draft.steps, withParts(opened, parts)) })}
      >
        <div className={styles.screen}>
          {phone && tabs}
          <div className={styles.bar}>
            {bar}
            {!phone && buttons}
          </div>
          {!phone && tabs}
          {readOnly ? (
            <div className={styles.lacked}>
              {lacked.length > 0 ? <LackedRights rights={lacked}>{t.readOnly}</LackedRights> : <p>{t.hidden}</p>}
            </div>
          ) : (
            <MissingLine missing={missing} onSeek={seek} />
          )}
          <div className={styles.columns}>
            <div className={styles.scroll} tabIndex={readOnly ? 0 : undefined}>
              <div className={styles.form} onInput={form.noteTyped} data-form>
                <StaleNote
                  stale={conflicts.length > 0}
                  conflicts={conflicts.map(({ part, take }) => ({
                    label: partNames[part] ? t[partNames[part]] : t.rules,
                    value: t.changedByOther,
                    onTake: take,
                  }))}
                />
                {base.conflicts.map((conflict) => (
                  <p key={conflictSentence(conflict)} className={styles.warning}>
                    {conflictSentence(conflict)}
                  </p>
                ))}
                <fieldset className={styles.form} disabled={readOnly}>
                  <TextInput
                    className={styles.name}
                    label={t.name}
                    maxLength={100}
                    value={draft.name}
                    onChange={(event) => change({ name: event.currentTarget.value })}
                  />
                  <TriggerCard
                    value={draft.trigger}
                    readOnly={readOnly}
                    missing={form.isAll ? wordsOf('trigger') : undefined}
                    onChange={changeTrigger}
                  />
                </fieldset>
                <StepColumn
                  steps={draft.steps}
                  openId={openId}
                  waiting={waiting}
                  webhooks={base.references.webhooks}
                  purposeId={settings?.purposeId ?? (purposes?.length === 1 ? purposes[0]!.id : null)}
                  message={{
                    channel,
                    visible: form.visible,
                    sought,
                    preview,
                    readOnly,
                    onPreview: () => setPreviewed(true),
                  }}
                  missing={form.isAll ? wordsOf('steps') : undefined}
                  onOpen={setOpenId}
                  onChange={changeSteps}
                />
              </div>
            </div>
            <aside className={styles.aside}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
              <div className={styles.side} tabIndex={0}>
                <RehearsalCard id={base.id} edition={base.edition} isDirty={isDirty} />
                <fieldset className={styles.form} disabled={readOnly}>
                  <RulesColumn edit={edit} />
                </fieldset>
                {shown && !phone && (
                  <VisibleMessages key={shown.id} draft={seen} asked={asked} people={0} title={seenTitle!} />
                )}
              </div>
            </aside>
          </div>
          {phone && <div className={styles.foot}>{buttons}</div>}
        </div>
      </RichHost>
      {isPreviewed && (
        <Dialog opened side title={seenTitle ?? ''} onClose={() => setPreviewed(false)}>
          <VisibleMessages draft={seen} asked={asked} people={0} isTitled={false} isStepped />
        </Dialog>
      )}
      {isStarting && <StartDialog automation={base} onClose={() => setStarting(false)} />}
    </RuleOptionsProvider>
  )
}

const partNames: Partial<Record<string, 'name' | 'trigger' | 'steps'>> = {
  name: 'name',
  trigger: 'trigger',
  steps: 'steps',
}
