import { TextInput } from '@mantine/core'
import { setupRequests } from '@ruam/contract/access/setup-requests.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { linksIn } from '@ruam/contract/broadcasts/links-in.ts'
import { broadcastSettings } from '@ruam/contract/broadcasts/settings.ts'
import { isToAll, reservedFor } from '@ruam/contract/broadcasts/to-all.ts'
import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { useDeferredValue, useState } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { useRead } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { LackedRights } from '../../ui/LackedRights.tsx'
import { useMayCall } from '../../ui/may.ts'
import { StaleNote } from '../../ui/StaleNote.tsx'
import { AbTestPart } from '../ab-test/AbTestPart.tsx'
import { ArmTabs } from '../ab-test/ArmTabs.tsx'
import { messagesOf } from '../ab-test/arms.ts'
import { useArms } from '../ab-test/use-arms.ts'
import { abText } from '../ab-text.ts'
import { type Broadcast, isSendable, isUnsaved } from '../broadcast.ts'
import styles from '../Composer.module.css'
import { costOf, holdoutSize } from '../cost.ts'
import { faultsOf, written } from '../faults.ts'
import { MessagesPart } from '../messages/MessagesPart.tsx'
import { useWordPreview } from '../messages/use-word-preview.ts'
import type { Part } from '../parts.ts'
import { PreviewSide } from '../preview/PreviewSide.tsx'
import { RichHost } from '../rich/RichHost.tsx'
import { TemplateLinks } from '../templates/TemplateLinks.tsx'
import { text } from '../text.ts'
import { chooseTarget } from '../to-all/choose-target.ts'
import { useAudience } from '../use-audience.ts'
import { usePurposes, useSendingAccounts } from '../use-choices.ts'
import { useDraft } from '../use-draft.ts'
import { useSeek } from '../use-seek.ts'
import { AccountPart } from './AccountPart.tsx'
import { ComposerFoot } from './ComposerFoot.tsx'
import { ComposerPart } from './ComposerPart.tsx'
import { ComposerStrip } from './ComposerStrip.tsx'
import { composeText } from './compose-text.ts'
import { LinksPart } from './LinksPart.tsx'
import { MeasurePart } from './MeasurePart.tsx'
import { measureText } from './measure-text.ts'
import { isQuietAt } from './quiet-hours.ts'
import { TargetPart } from './TargetPart.tsx'
import { TimePart } from './TimePart.tsx'
import { useMissing } from './use-missing.ts'
import { useVisibleFaults } from './use-visible-faults.ts'

interface ComposerProps {
  broadcast: Broadcast
  /** Rights without which nothing can be changed here. What was typed before one was lost stays, and is saved when it returns. */
  lacked: readonly Permission[]
  /** Called with the id of a new draft, after its first save. */
  onCreated?: (id: number) => void
}

/** Writes a draft in four parts, with a preview, what it lacks and what it costs. */
export function Composer({ broadcast, lacked, onCreated = () => {} }: ComposerProps) {
  const t = useWords(text)
  const c = useWords(composeText)
  const m = useWords(measureText)
  const ab = useWords(abText)
  const format = useFormat()
  const audienceOf = useAudience()
  const timeZone = useStore().timeZone ?? DEFAULT_TIME_ZONE
  const readOnly = lacked.length > 0
  const edit = useDraft(broadcast, { readOnly, onCreated })
  const { draft, change, conflicts } = edit
  usePageTitle(draft.name || t.noName)
  const accounts = useSendingAccounts().data
  const purposes = usePurposes().data
  const mayReadSettings = useMayCall(broadcastSettings.get)
  const settings = useRead(broadcastSettings.get, {}, { enabled: mayReadSettings }).data
  const account = accounts?.find(({ id }) => id === draft.channel?.channelId)
  const channel = draft.channel && { type: draft.channel.type, channelId: draft.channel.channelId }
  const whom = isSendable(draft.target) ? draft.target : null
  const { purposeId, ...named } = useDeferredValue({ channel, target: whom, purposeId: draft.purposeId })
  const asked = named.channel && named.target && { channel: named.channel, target: named.target, purposeId }
  const reach = useRead(broadcasts.target, { body: asked! }, { enabled: asked !== null })
  const { sendAt } = draft.schedule
  const usage = useRead(broadcasts.usage, { body: { channel: channel!, sendAt } }, { enabled: channel !== null }).data
  const faults = faultsOf(draft)
  const form = useVisibleFaults(faults)
  // A target that cannot be counted reaches no customer.
  const counted = reach.error ? { total: 0, target: 0, exclusions: [], everyone: null } : reach.data
  const shown = channel ? counted : undefined
  const reached = shown?.target ?? 0
  const heldOut = holdoutSize(draft, reached)
  const people = reached - heldOut
  const toAll = isToAll(draft.target)
  const cost = usage && costOf(usage, draft, toAll ? reservedFor(people) : people)
  const preview = useWordPreview(messagesOf(draft), asked)
  const lacksSetup = accounts?.length === 0 || purposes?.length === 0
  const requests = useRead(setupRequests.get, {}, { enabled: lacksSetup }).data
  const waiting = (requests?.data ?? []).map(({ kind }) => kind)
  const missing = useMissing(draft, {
    faults,
    hasNoAccounts: accounts?.length === 0,
    hasNoPurposes: purposes?.length === 0,
    waiting,
    reached: shown?.target,
    everyone: shown?.everyone,
    isQuiet: sendAt !== null && isQuietAt(settings?.quietHours ?? null, sendAt, timeZone),
  })
  const seek = useSeek(form.showAll)
  const arms = useArms(draft, { form, change, seek: seek.to })
  const onSave = async () => (edit.isDirty || isUnsaved(edit.base) ? (await edit.save())?.id : edit.base.id)
  const [isPreviewed, setPreviewed] = useState(false)
  const links = linksIn({ messages: draft.messages.map(written), quick_replies: draft.quickReplies })
  const isKept = draft.holdout.share > 0 && draft.target.failedOf === null
  const said: Record<Part, string> = {
    recipients: shown ? c.people({ count: reached }) : '',
    messages: c.messageCount({ count: draft.messages.length }),
    time: draft.schedule.type === 'at' ? (format.dateTime(sendAt) ?? '') : t.now,
    measure: isKept ? c.shareKept({ share: draft.holdout.share }) : c.everyone,
  }
  const partProps = (part: Part) => ({
    part,
    said: said[part],
    missing: missing.filter((one) => one.part === part),
    // Buttons of the form are disabled for readers.
    isOpen: readOnly || seek.openPart === part,
    onOpen: (isOpen: boolean) => seek.open(isOpen ? part : undefined),
    onSeek: arms.seek,
  })
  return (
    <RichHost draft={arms.draft} form={arms.form} readOnly={readOnly} onChange={arms.change}>
      <div className={styles.screen}>
        <ComposerStrip edit={edit} said={said} missing={missing} readOnly={readOnly} onSeek={arms.seek} />
        {readOnly && (
          <div className={styles.lacked}>
            <LackedRights rights={lacked}>{t.readOnly}</LackedRights>
          </div>
        )}
        <div className={styles.columns}>
          <div className={styles.scroll} tabIndex={readOnly ? 0 : undefined}>
            <fieldset className={styles.form} disabled={readOnly} onInput={form.noteTyped} data-form>
              <div className={styles.intro}>
                <StaleNote
                  stale={conflicts.length > 0}
                  conflicts={conflicts.map(({ part, take }) => ({
                    label: part === 'holdout' ? m.part : part === 'abTest' ? ab.part : t[partNames[part]],
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
              <ComposerPart
                {...partProps('recipients')}
                summary={
                  <>
                    <span>{audienceOf(edit.base)}</span>
                    {shown && shown.total > reached && <span>{t.notReached({ count: shown.total - reached })}</span>}
                  </>
                }
              >
                <AccountPart
                  draft={draft}
                  accounts={accounts}
                  faults={form.visible}
                  readOnly={readOnly}
                  onSave={onSave}
                  onChange={change}
                />
                <TargetPart
                  target={draft.target}
                  chosen={broadcast.chosen}
                  asked={asked}
                  strangers={
                    account
                      ? Math.max(0, (account.friends.atLine ?? 0) - account.friends.known - account.friends.unknown)
                      : 0
                  }
                  offersAll={account?.friends.list.state === 'refused'}
                  reach={shown}
                  counting={reach.isFetching}
                  countedAt={reach.dataUpdatedAt}
                  onChange={(target) => change(chooseTarget(draft, target))}
                />
              </ComposerPart>
              <ComposerPart
                {...partProps('messages')}
                beside={
                  <TemplateLinks draft={arms.draft} broadcastId={edit.base.id || undefined} onChange={arms.change} />
                }
              >
                {arms.tabs && <ArmTabs {...arms.tabs} />}
                <MessagesPart
                  key={arms.arm}
                  draft={arms.draft}
                  faults={arms.form.visible}
                  missing={arms.faultsOf(faults)}
                  sought={seek.sought}
                  preview={preview}
                  onPreview={() => setPreviewed(true)}
                  onChange={arms.change}
                />
              </ComposerPart>
              <ComposerPart {...partProps('time')} summary={purposes?.find(({ id }) => id === draft.purposeId)?.name}>
                <TimePart
                  draft={draft}
                  timeZone={timeZone}
                  settings={settings}
                  faults={form.visible}
                  readOnly={readOnly}
                  onSave={onSave}
                  onChange={change}
                />
              </ComposerPart>
              <ComposerPart
                {...partProps('measure')}
                summary={draft.linkTracking !== 'off' && links.length > 0 && c.linksCounted({ count: links.length })}
              >
                <MeasurePart
                  draft={draft}
                  repeats={edit.base.repeats}
                  reached={reached}
                  faults={form.visible}
                  onChange={change}
                />
                {!toAll && <AbTestPart draft={draft} people={people} faults={form.visible} onChange={change} />}
                <LinksPart draft={draft} onChange={change} />
              </ComposerPart>
            </fieldset>
          </div>
          <PreviewSide
            draft={arms.draft}
            tabs={arms.tabs && <ArmTabs {...arms.tabs} />}
            asked={asked}
            people={people}
            readOnly={readOnly}
            isOpen={isPreviewed}
            onClose={() => setPreviewed(false)}
          />
        </div>
        <ComposerFoot
          edit={edit}
          account={account}
          people={people}
          heldOut={heldOut}
          withdrawn={toAll ? shown?.everyone?.withdrawn : undefined}
          usage={usage}
          cost={cost}
          missing={missing}
          readOnly={readOnly}
          onSeek={arms.seek}
        />
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
