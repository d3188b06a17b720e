import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import type { Fault } from '@ruam/contract/broadcasts/message-faults.ts'
import { IconCalendarTime, IconSend } from '@tabler/icons-react'
import { useRefresh, useWrite } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { useMayCall } from '../ui/may.ts'
import { useGo } from '../ui/route.tsx'
import { BroadcastStatus, useReason } from './BroadcastStatus.tsx'
import styles from './Composer.module.css'
import { bahtOf, type Cost, type Usage } from './cost.ts'
import { text } from './text.ts'
import type { useDraft } from './use-draft.ts'

interface ComposerBarProps {
  edit: ReturnType<typeof useDraft>
  people: number
  usage: Usage | undefined
  cost: Cost | undefined
  faults: readonly Fault[]
  /** The person may not change it. */
  readOnly: boolean
}

/** Above the composer: whether the draft is saved, the test, and the last question before it is sent. */
export function ComposerBar({ edit, people, usage, cost, faults, readOnly }: ComposerBarProps) {
  const t = useWords(text)
  const format = useFormat()
  const go = useGo()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const { base, draft, isDirty, saving, error } = edit
  const reason = useReason(base)
  const may = { test: useMayCall(broadcasts.test) && !readOnly, send: useMayCall(broadcasts.pause) && !readOnly }
  const test = useWrite(broadcasts.test)
  const isLater = draft.schedule.type === 'at'

  async function send() {
    const when = isLater ? format.dateTime(draft.schedule.sendAt) : t.now
    const messages = cost?.messages ?? people
    const price = usage?.price == null ? t.noPrice : t.baht({ baht: bahtOf(usage.price, messages) })
    const said = { people: formatNumber(people), messages: formatNumber(messages), cost: price, when }
    const shortText = draft.target.limit.upToRemainingQuota ? t.shortOnly : t.short
    const text = cost?.short ? `${t.lastText(said)} · ${shortText({ count: cost.short })}` : t.lastText(said)
    if (!(await confirm({ title: t.lastTitle, text, yes: t.yesSend }))) return
    const saved = await edit.save('pending')
    if (!saved) return
    alerts.success(saved.subStatus === 'awaiting_approval' ? t.asked : t.willSend)
    await refresh(broadcasts.list)
    go({ to: 'broadcast-detail', params: { broadcastId: saved.id } })
  }

  async function sendTest() {
    if (isDirty && !(await edit.save())) return
    test.mutate({ params: { id: base.id } }, { onSuccess: ({ sent }) => alerts.success(t.testSent({ count: sent })) })
  }

  return (
    <div className={styles.head}>
      <div>
        <BroadcastStatus broadcast={base} />
        {!readOnly && (
          <span className={styles.quiet} role="status">
            {saving || (isDirty && !error) ? t.saving : t.saved({ time: format.time(base.updatedAt) })}
          </span>
        )}
        {reason && <span className={styles.warning}>{reason}</span>}
        {faults.length > 0 && !readOnly && <span className={styles.quiet}>{t.fixFirst({ count: faults.length })}</span>}
      </div>
      <div>
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
      </div>
    </div>
  )
}
