import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { IconCalendarTime, IconSend } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import type { AccountRow } from '../channels/accounts/account-row.ts'
import { useRefresh, useWrite } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { FormFoot } from '../ui/FormFoot.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useMayCall } from '../ui/may.ts'
import { alertRefusal } from '../ui/request-rights.ts'
import { useGo } from '../ui/route.tsx'
import { BroadcastStatus, useReason } from './BroadcastStatus.tsx'
import { isUnsaved } from './broadcast.ts'
import styles from './Composer.module.css'
import { bahtOf, type Cost, type Usage } from './cost.ts'
import { text } from './text.ts'
import type { useDraft } from './use-draft.ts'

const TestersDialog = lazyPart(() => import('./TestersDialog.tsx'))

interface ComposerBarProps {
  edit: ReturnType<typeof useDraft>
  /** The account that sends. */
  account: AccountRow | undefined
  people: number
  usage: Usage | undefined
  cost: Cost | undefined
  faults: readonly Fault[]
  onShowFaults: () => void
  /** The person may not change it. */
  readOnly: boolean
}

/** Above the composer: whether the draft is saved, the test, and the last question before it is sent. */
export function ComposerBar(props: ComposerBarProps) {
  const { edit, account, people, usage, cost, faults, onShowFaults, readOnly } = props
  const t = useWords(text)
  const format = useFormat()
  const go = useGo()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const { base, draft, isDirty, saving, error } = edit
  const reason = useReason(base)
  const may = { test: useMayCall(broadcasts.test) && !readOnly, send: useMayCall(broadcasts.pause) && !readOnly }
  const test = useWrite(broadcasts.test, { quiet: true })
  const [needsTesters, setNeedsTesters] = useState(false)
  const [asked, setAsked] = useState(0)
  // Once they are shown, the first one has the focus.
  useEffect(() => {
    if (asked > 0) document.querySelector<HTMLElement>('[data-form] [aria-invalid=true]')?.focus()
  }, [asked])
  const isLater = draft.schedule.type === 'at'

  async function send() {
    const when = isLater ? format.dateTime(draft.schedule.sendAt) : t.now
    const messages = cost?.messages ?? people
    const price = usage?.price == null ? t.noPrice : t.baht({ baht: bahtOf(usage.price, messages) })
    const said = { people: formatNumber(people), messages: formatNumber(messages), cost: price, when }
    const shortText = draft.target.limit.upToRemainingQuota ? t.shortOnly : t.short
    const facts = isLater ? t.laterText(said) : t.lastText(said)
    const text = cost?.short ? `${facts} · ${shortText({ count: cost.short })}` : facts
    const question = isLater ? { title: t.laterTitle, yes: t.yesSchedule } : { title: t.lastTitle, yes: t.yesSend }
    if (!(await confirm({ ...question, text }))) return
    const saved = await edit.save('pending')
    if (!saved) return
    const done = isLater ? t.scheduledFor : t.willSend
    alerts.success(saved.subStatus === 'awaiting_approval' ? t.asked : done)
    await refresh(broadcasts.list)
    go({ to: 'broadcast-detail', params: { broadcastId: saved.id } })
  }

  async function sendTest() {
    const saved = isDirty ? await edit.save() : base
    if (!saved) return
    test.mutate(
      { params: { id: saved.id } },
      {
        onSuccess: ({ sent }) => alerts.success(t.testSent({ count: sent })),
        onError: (refused) => (refused.name === 'broadcast_no_tester' ? setNeedsTesters(true) : alertRefusal(refused)),
      },
    )
  }

  return (
    <div className={styles.head}>
      <div>
        <BroadcastStatus broadcast={base} />
        {!readOnly && (
          <span className={styles.quiet} role="status">
            {saving || (isDirty && !error)
              ? t.saving
              : isUnsaved(base)
                ? t.savesItself
                : t.saved({ time: format.time(base.updatedAt) })}
          </span>
        )}
        {reason && <span className={styles.warning}>{reason}</span>}
        {faults.length > 0 && !readOnly && (
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              onShowFaults()
              setAsked(asked + 1)
            }}
          >
            {t.fixFirst({ count: faults.length })}
          </button>
        )}
      </div>
      <FormFoot message={readOnly ? undefined : error} busy={saving} className={styles.buttons}>
        {may.test && (
          <Button
            leftSection={<IconSend size={16} stroke={1.6} />}
            disabled={faults.length > 0}
            loading={test.isPending}
            onClick={() => void sendTest()}
          >
            {t.sendTest}
          </Button>
        )}
        {may.send && (
          <Button
            variant="filled"
            leftSection={isLater ? <IconCalendarTime size={16} stroke={1.6} /> : <IconSend size={16} stroke={1.6} />}
            disabled={faults.length > 0 || people === 0}
            loading={saving && !isDirty}
            onClick={() => void send()}
          >
            {isLater ? t.scheduleTo({ count: people }) : t.sendTo({ count: people })}
          </Button>
        )}
      </FormFoot>
      {needsTesters && (
        <Suspense>
          <TestersDialog
            account={account}
            onClose={() => setNeedsTesters(false)}
            onSaved={() => {
              setNeedsTesters(false)
              void sendTest()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
