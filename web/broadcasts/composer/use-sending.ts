import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { isPersonal, secondsOf } from '@ruam/contract/broadcasts/worded.ts'
import { useState } from 'react'
import { useRefresh, useWrite } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { alertRefusal } from '../../ui/request-rights.ts'
import { useGo } from '../../ui/route.tsx'
import { bahtOf, type Cost, type Usage } from '../cost.ts'
import { written } from '../faults.ts'
import { text } from '../text.ts'
import { useConfirmAll } from '../to-all/use-confirm-all.ts'
import type { useDraft } from '../use-draft.ts'

interface SendingOptions {
  /** Friends who withdrew and get it too; undefined unless LINE sends to everyone. */
  withdrawn: number | undefined
  edit: ReturnType<typeof useDraft>
  people: number
  usage: Usage | undefined
  cost: Cost | undefined
}

/** Sends a draft after the last question, or as a test. */
export function useSending({ edit, people, withdrawn, usage, cost }: SendingOptions) {
  const t = useWords(text)
  const format = useFormat()
  const go = useGo()
  const confirm = useConfirm()
  const confirmsAll = useConfirmAll()
  const refresh = useRefresh()
  const { base, draft, isDirty } = edit
  const test = useWrite(broadcasts.test, { quiet: true })
  const [needsTesters, setNeedsTesters] = useState(false)
  const isLater = draft.schedule.type === 'at'

  function factsOf(): string {
    const when = isLater ? format.dateTime(draft.schedule.sendAt) : t.now
    const messages = cost?.messages ?? people
    const price = usage?.price == null ? t.noPrice : t.baht({ baht: bahtOf(usage.price, messages) })
    const said = { people: formatNumber(people), messages: formatNumber(messages), cost: price, when }
    const shortText = draft.target.limit.upToRemainingQuota ? t.shortOnly : t.short
    const isOwn = isPersonal({ messages: draft.messages.map(written), link_tracking: draft.linkTracking })
    return [
      isLater ? t.laterText(said) : t.lastText(said),
      cost?.short && shortText({ count: cost.short }),
      isOwn && t.oneByOne({ count: Math.ceil(secondsOf(people) / 60) }),
    ]
      .filter(Boolean)
      .join(' · ')
  }

  async function send() {
    const question = isLater ? { title: t.laterTitle, yes: t.yesSchedule } : { title: t.lastTitle, yes: t.yesSend }
    if (!(await confirm({ ...question, text: factsOf() }))) return
    if (!(await confirmsAll(withdrawn))) return
    const saved = await edit.save('pending', withdrawn)
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
  return {
    isLater,
    send,
    sendTest,
    isTesting: test.isPending,
    needsTesters,
    closeTesters: () => setNeedsTesters(false),
  }
}
