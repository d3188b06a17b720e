import { Button } from '@mantine/core'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { broadcastTemplates } from '@ruam/contract/broadcasts/templates.ts'
import {
  IconBookmark,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconUserCheck,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { call, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { alertRefusal } from '../../ui/request-rights.ts'
import { RouteLink, useGo } from '../../ui/route.tsx'
import { BroadcastStatus, useReason } from '../BroadcastStatus.tsx'
import { type Broadcast, isSendable } from '../broadcast.ts'
import { templateText } from '../templates/template-text.ts'
import { text } from '../text.ts'
import { useConfirmAll } from '../to-all/use-confirm-all.ts'
import { useAudience } from '../use-audience.ts'
import styles from './Detail.module.css'

const TemplateDialog = lazyPart(() => import('../templates/TemplateDialog.tsx'))

const icon = { size: 16, stroke: 1.6 }

/** The state of a broadcast, and what can be done with it. */
export function DetailBar({ broadcast }: { broadcast: Broadcast }) {
  const t = useWords(text)
  const words = useWords(templateText)
  const [keeps, setKeeps] = useState(false)
  const format = useFormat()
  const go = useGo()
  const confirm = useConfirm()
  const confirmsAll = useConfirmAll()
  const reason = useReason(broadcast)
  const audience = useAudience()(broadcast)
  const { id, status, subStatus, unsent } = broadcast
  const chooses = broadcast.reason === 'choice'
  const may = {
    edit: useMayCall(broadcasts.update),
    create: useMayCall(broadcasts.create),
    keep: useMayCall(broadcastTemplates.create),
    send: useMayCall(broadcasts.pause),
    approve: useMayCall(broadcasts.approve),
  }
  const [approve, pause, resume] = [
    useWrite(broadcasts.approve),
    useWrite(broadcasts.pause),
    useWrite(broadcasts.resume),
  ]
  const [cancel, retry, copy] = [
    useWrite(broadcasts.cancel),
    useWrite(broadcasts.retry),
    useWrite(broadcasts.duplicate),
  ]
  const params = { id }
  const isPending = status === 'pending'
  const awaits = subStatus === 'awaiting_approval'
  const duplicate = (to: 'target' | 'failed') =>
    copy.mutate(
      { params, body: { to } },
      { onSuccess: (made) => go({ to: 'broadcast-edit', params: { broadcastId: made.id } }) },
    )
  // The number is counted when it is approved: it may have grown since the author confirmed it.
  const approveAll = async () => {
    const { channel, target, purposeId, version } = broadcast
    if (!broadcast.toAll || !channel || !isSendable(target)) return approve.mutate({ params, body: { version } })
    const asked = { channel: { type: channel.type, channelId: channel.channelId }, target, purposeId }
    const counted = await call(broadcasts.target, { body: asked }).catch(alertRefusal)
    const withdrawn = counted?.everyone?.withdrawn
    if (withdrawn !== undefined && (await confirmsAll(withdrawn)))
      approve.mutate({ params, body: { version, withdrawn } })
  }
  const button = (name: string, leftSection: ReactNode, act: () => unknown, busy: boolean, filled = false) => (
    <Button {...(filled && { variant: 'filled' })} leftSection={leftSection} loading={busy} onClick={() => void act()}>
      {name}
    </Button>
  )
  const at = broadcast.startedAt ?? broadcast.schedule.sendAt
  return (
    <div className={styles.head}>
      <div>
        <BroadcastStatus broadcast={broadcast} />
        <span className={styles.quiet}>
          {[audience, at && format.dateTime(at), broadcast.channel?.name, broadcast.author?.name]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {reason && <span className={styles.warning}>{reason}</span>}
      </div>
      <div>
        {may.create && button(t.duplicate, <IconCopy {...icon} />, () => duplicate('target'), copy.isPending)}
        {may.keep &&
          status !== 'draft' &&
          broadcast.messages.length > 0 &&
          button(words.save, <IconBookmark {...icon} />, () => setKeeps(true), false)}
        {may.create &&
          status === 'published' &&
          unsent > 0 &&
          button(t.copyUnsent({ count: unsent }), <IconCopy {...icon} />, () => duplicate('failed'), copy.isPending)}
        {may.edit && status === 'draft' && (
          <Button
            component={RouteLink}
            to="broadcast-edit"
            params={{ broadcastId: id }}
            leftSection={<IconPencil {...icon} />}
          >
            {t.edit}
          </Button>
        )}
        {may.send &&
          (isPending || awaits) &&
          button(
            t.cancel,
            <IconX {...icon} />,
            async () => {
              const question = { title: t.cancelTitle, text: t.cancelText, yes: t.cancel, no: t.keepSending }
              const yes = await confirm({ ...question, mode: 'cancel' })
              if (yes) cancel.mutate({ params })
            },
            cancel.isPending,
          )}
        {may.send &&
          isPending &&
          subStatus !== 'paused' &&
          button(t.pause, <IconPlayerPause {...icon} />, () => pause.mutate({ params }), pause.isPending)}
        {may.send &&
          subStatus === 'paused' &&
          !chooses &&
          button(t.resume, <IconPlayerPlay {...icon} />, () => resume.mutate({ params }), resume.isPending, true)}
        {may.send &&
          status === 'failed' &&
          unsent > 0 &&
          button(
            t.retry({ count: unsent }),
            <IconRefresh {...icon} />,
            () => retry.mutate({ params }),
            retry.isPending,
            true,
          )}
        {may.approve &&
          broadcast.mayApprove &&
          button(t.approve, <IconUserCheck {...icon} />, approveAll, approve.isPending, true)}
      </div>
      {keeps && (
        <Suspense>
          <TemplateDialog draft={broadcast} broadcastId={id} onClose={() => setKeeps(false)} />
        </Suspense>
      )}
    </div>
  )
}
