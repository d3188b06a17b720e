import { Button } from '@mantine/core'
import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { common } from '../data/words.ts'
import { ActionMenu } from '../ui/ActionMenu.tsx'
import { alerts } from '../ui/alerts.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { MenuAction } from '../ui/MenuAction.tsx'
import { useMayCall } from '../ui/may.ts'
import styles from './OpenApi.module.css'
import { webhookText } from './program-webhook-text.ts'
import { State } from './State.tsx'
import { text } from './text.ts'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import hooks from './Webhooks.module.css'
import type { Webhook } from './webhook.ts'

interface WebhookCardProps {
  program: number
  webhook: Webhook
  onEdit: () => void
  onSecret: (secret: string) => void
}

const refreshes = [programWebhooks.list]

/** A webhook with its state, events, deliveries and acts. */
export function WebhookCard({ program, webhook, onEdit, onSecret }: WebhookCardProps) {
  const t = useWords(webhookText)
  const format = useFormat()
  const maySwitch = useMayCall(programWebhooks.setStatus)
  const [opened, setOpened] = useState(false)
  const setStatus = useWrite(programWebhooks.setStatus, { refreshes })
  const { id, url, types, status, reason, failingSince, previousUntil, secretEnded } = webhook
  const isActive = status === 'active'
  const state = !isActive ? 'inactive' : failingSince ? 'error' : 'active'
  const word = !isActive
    ? t[reason ?? 'paused']
    : failingSince
      ? t.retrying({ at: format.dateTime(failingSince) })
      : t.active
  const turn = () =>
    setStatus.mutate(
      { params: { id: program, webhook: id }, body: { status: isActive ? 'paused' : 'active' } },
      { onSuccess: () => alerts.success(isActive ? t.pausedNow : t.resumed) },
    )
  return (
    <article className={hooks.card} aria-label={url}>
      <header>
        <div>
          <strong className={styles.code}>{url}</strong>
          <State status={!isActive && reason ? 'error' : state} word={word} />
        </div>
        <div className={styles.acts}>
          <Button aria-expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? t.hide : t.deliveries}
          </Button>
          {maySwitch && (
            <Button
              leftSection={
                isActive ? <IconPlayerPause size={16} stroke={1.6} /> : <IconPlayerPlay size={16} stroke={1.6} />
              }
              onClick={turn}
              loading={setStatus.isPending}
            >
              {isActive ? t.pause : t.resume}
            </Button>
          )}
          <Acts program={program} webhook={webhook} onEdit={onEdit} onSecret={onSecret} />
        </div>
      </header>
      <p>
        <span className={styles.quiet}>{t.types}</span> {types.map((type) => t[type]).join(' · ')}
      </p>
      {secretEnded ? (
        <p className={styles.warning}>{t.secretEnded}</p>
      ) : (
        previousUntil && <p className={styles.note}>{t.bothSign({ at: format.dateTime(previousUntil) })}</p>
      )}
      {opened && <WebhookDeliveries program={program} webhook={id} />}
    </article>
  )
}

function Acts({ program, webhook, onEdit, onSecret }: WebhookCardProps) {
  const t = useWords(webhookText)
  const s = useWords(text)
  const c = useWords(common)
  const confirm = useConfirm()
  const mayEdit = useMayCall(programWebhooks.update)
  const mayRotate = useMayCall(programWebhooks.rotate)
  const mayDelete = useMayCall(programWebhooks.delete)
  const rotate = useWrite(programWebhooks.rotate, { refreshes })
  const remove = useWrite(programWebhooks.delete, { refreshes })
  const { id, url } = webhook
  const params = { id: program, webhook: id }
  if (!mayEdit && !mayRotate && !mayDelete) return null
  async function renew() {
    if (!(await confirm({ title: t.rotateTitle, text: t.rotateText, yes: t.rotate }))) return
    rotate.mutate({ params }, { onSuccess: ({ secret }) => onSecret(secret) })
  }
  async function removeIt() {
    const question = { title: t.deleteTitle, text: t.deleteText({ url }), yes: c.delete, mode: 'cancel' } as const
    if (!(await confirm(question))) return
    remove.mutate({ params }, { onSuccess: () => alerts.success(c.deleted) })
  }
  return (
    <ActionMenu label={s.actionsOf({ name: url })}>
      {(close) => (
        <>
          {mayEdit && <MenuAction icon={IconPencil} label={s.edit} close={close} onAct={onEdit} />}
          {mayRotate && <MenuAction icon={IconRefresh} label={t.rotate} close={close} onAct={renew} />}
          {mayDelete && <MenuAction icon={IconTrash} label={c.delete} danger close={close} onAct={removeIt} />}
        </>
      )}
    </ActionMenu>
  )
}
