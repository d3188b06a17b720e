import { TextInput } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { usePageTitle } from '../app/page-title.ts'
import { strangersOf } from '../channels/accounts/account-row.ts'
import { useRead } from '../data/api.ts'
import { useStore } from '../data/session.ts'
import { useWords } from '../data/text.ts'
import { LackedRights } from '../ui/LackedRights.tsx'
import { StaleNote } from '../ui/StaleNote.tsx'
import { AccountPart } from './AccountPart.tsx'
import { type Broadcast, isSendable } from './broadcast.ts'
import styles from './Composer.module.css'
import { ComposerBar } from './ComposerBar.tsx'
import { CostCard } from './CostCard.tsx'
import { costOf, holdoutSize } from './cost.ts'
import { type CustomerOfPreview, EyesOf } from './EyesOf.tsx'
import { faultsOf } from './faults.ts'
import { LinksPart } from './LinksPart.tsx'
import { MeasurePart } from './MeasurePart.tsx'
import { MessagesPart } from './MessagesPart.tsx'
import { measureText } from './measure-text.ts'
import { Preview } from './Preview.tsx'
import { RichHost } from './RichHost.tsx'
import { TargetPart } from './TargetPart.tsx'
import { TimePart } from './TimePart.tsx'
import { text } from './text.ts'
import { useSendingAccounts } from './use-choices.ts'
import { useDraft } from './use-draft.ts'
import { useVisibleFaults } from './use-visible-faults.ts'
import { useWordPreview } from './use-word-preview.ts'

interface ComposerProps {
  broadcast: Broadcast
  /** Rights without which nothing can be changed here. What was typed before one was lost stays, and is saved when it returns. */
  lacked: readonly Permission[]
  /** Called with the id of a new draft, after its first save. */
  onCreated?: (id: number) => void
}

/** Writes a draft: account, target, messages and time, with a preview and its cost. */
export function Composer({ broadcast, lacked, onCreated = () => {} }: ComposerProps) {
  const t = useWords(text)
  const m = useWords(measureText)
  const store = useStore()
  const readOnly = lacked.length > 0
  const edit = useDraft(broadcast, { readOnly, onCreated })
  const { draft, change, conflicts } = edit
  usePageTitle(draft.name || t.noName)
  const accounts = useSendingAccounts().data
  const account = accounts?.find(({ id }) => id === draft.channel?.channelId)
  const channel = draft.channel && { type: draft.channel.type, channelId: draft.channel.channelId }
  const whom = isSendable(draft.target) ? draft.target : null
  const { purposeId, ...named } = useDeferredValue({ channel, target: whom, purposeId: draft.purposeId })
  const asked = named.channel && named.target && { channel: named.channel, target: named.target, purposeId }
  const reach = useRead(broadcasts.target, { body: asked! }, { enabled: asked !== null })
  const sendAt = draft.schedule.sendAt
  const usage = useRead(broadcasts.usage, { body: { channel: channel!, sendAt } }, { enabled: channel !== null }).data
  const faults = faultsOf(draft)
  const form = useVisibleFaults(faults)
  // A target that cannot be counted reaches no customer.
  const counted = reach.error ? { total: 0, target: 0, exclusions: [] } : reach.data
  const shown = channel ? counted : undefined
  const reached = shown?.target ?? 0
  const people = reached - holdoutSize(draft, reached)
  const cost = usage && costOf(usage, draft, people)
  const preview = useWordPreview(draft.messages, asked)
  const [seenBy, setSeenBy] = useState<CustomerOfPreview>()
  const values = seenBy && new Map(seenBy.values.map(({ fieldId, value }) => [fieldId, value]))
  return (
    <RichHost draft={draft} form={form} readOnly={readOnly} onChange={change}>
      <div className={styles.screen}>
        <ComposerBar
          edit={edit}
          account={account}
          people={people}
          usage={usage}
          cost={cost}
          faults={faults}
          onShowFaults={form.showAll}
          readOnly={readOnly}
        />
        {readOnly && (
          <div className={styles.lacked}>
            <LackedRights rights={lacked}>{t.readOnly}</LackedRights>
          </div>
        )}
        <div className={styles.columns}>
          <fieldset className={styles.form} disabled={readOnly} onInput={form.noteTyped} data-form>
            <div className={styles.intro}>
              <StaleNote
                stale={conflicts.length > 0}
                conflicts={conflicts.map(({ part, take }) => ({
                  label: part === 'holdout' ? m.part : t[partNames[part]],
                  value: t.changedByOther,
                  onTake: take,
                }))}
              />
              <TextInput
                className={styles.short}
                label={t.name}
                description={t.nameHint}
                maxLength={100}
                value={draft.name}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
            </div>
            <Part place={1} title={t.partAccount}>
              <AccountPart
                draft={draft}
                accounts={accounts}
                faults={form.visible}
                readOnly={readOnly}
                onChange={change}
              />
            </Part>
            <Part place={2} title={t.partTarget}>
              <TargetPart
                target={draft.target}
                chosen={broadcast.chosen}
                asked={asked}
                strangers={account ? strangersOf(account.friends) : 0}
                reach={shown}
                counting={reach.isFetching}
                onChange={(target) => change({ target })}
              />
            </Part>
            <Part place={3} title={t.partMessages}>
              <MessagesPart draft={draft} faults={form.visible} preview={preview} onChange={change} />
            </Part>
            <Part place={4} title={t.partTime}>
              <TimePart draft={draft} timeZone={store.timeZone ?? DEFAULT_TIME_ZONE} onChange={change} />
            </Part>
            <Part place={5} title={m.part}>
              <MeasurePart
                draft={draft}
                repeats={edit.base.repeats}
                reached={reached}
                faults={form.visible}
                onChange={change}
              />
              <LinksPart draft={draft} people={people} onChange={change} />
            </Part>
          </fieldset>
          <aside className={styles.aside}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <div className={styles.stays} tabIndex={0}>
              <Preview draft={draft} values={values}>
                {preview && <EyesOf preview={preview} chosen={seenBy} onChoose={setSeenBy} />}
              </Preview>
              {usage && cost && <CostCard usage={usage} cost={cost} />}
            </div>
          </aside>
        </div>
      </div>
    </RichHost>
  )
}

const partNames = {
  name: 'name',
  channel: 'partAccount',
  purposeId: 'purpose',
  target: 'partTarget',
  messages: 'partMessages',
  quickReplies: 'quickReplies',
  stopReply: 'stopReply',
  schedule: 'partTime',
  notificationDisabled: 'quiet',
  linkTracking: 'partLinks',
} as const

function Part({ place, title, children }: { place: number; title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>
        <span aria-hidden>{place}</span>
        {title}
      </h2>
      <div>{children}</div>
    </section>
  )
}
