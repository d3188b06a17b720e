import { Button } from '@mantine/core'
import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import { IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { Bones } from '../ui/Bones.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { useMayCall } from '../ui/may.ts'
import { Unread } from '../ui/Unread.tsx'
import styles from './OpenApi.module.css'
import { webhookText } from './program-webhook-text.ts'

const POLL_MS = 5000

type Webhook = Got<typeof programWebhooks.list>['data'][number]

/** Addresses to which a program has changes sent, and how that went. */
export function ProgramWebhooks({ id }: { id: number }) {
  const t = useWords(webhookText)
  const read = useRead(programWebhooks.list, { params: { id } }, { poll: () => POLL_MS })
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const webhooks = read.data.data
  if (webhooks.length === 0) return <EmptyState icon={IconBellRinging} title={t.none} text={t.noneText} />
  return (
    <section className={styles.page} aria-label={t.title}>
      {webhooks.map((webhook) => (
        <WebhookCard key={webhook.id} program={id} webhook={webhook} />
      ))}
    </section>
  )
}

function WebhookCard({ program, webhook }: { program: number; webhook: Webhook }) {
  const t = useWords(webhookText)
  const format = useFormat()
  const maySwitch = useMayCall(programWebhooks.setStatus)
  const [opened, setOpened] = useState(false)
  const setStatus = useWrite(programWebhooks.setStatus, { refreshes: [programWebhooks.list] })
  const { id, url, types, status, reason, failingSince } = webhook
  const isActive = status === 'active'
  const state = !isActive
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
    <article aria-label={url}>
      <p className={styles.code}>{url}</p>
      <p className={isActive && !failingSince ? styles.quiet : styles.bad}>{state}</p>
      <p className={styles.quiet}>{types.map((type) => t[type]).join(' · ')}</p>
      <div className={styles.line}>
        {maySwitch && (
          <Button size="xs" onClick={turn} loading={setStatus.isPending}>
            {isActive ? t.pause : t.resume}
          </Button>
        )}
        <Button size="xs" variant="subtle" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? t.hide : t.deliveries}
        </Button>
      </div>
      {opened && <Deliveries program={program} webhook={id} />}
    </article>
  )
}

function Deliveries({ program, webhook }: { program: number; webhook: number }) {
  const t = useWords(webhookText)
  const format = useFormat()
  const maySend = useMayCall(programWebhooks.sendAgain)
  const params = { id: program, webhook }
  const read = useRead(programWebhooks.deliveries, { params }, { poll: () => POLL_MS })
  const send = useWrite(programWebhooks.sendAgain, { refreshes: [programWebhooks.deliveries] })
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  if (read.data.data.length === 0) return <p className={styles.quiet}>{t.noDeliveries}</p>
  const again = (delivery: number) =>
    send.mutate({ params: { ...params, delivery } }, { onSuccess: () => alerts.success(t.queued) })
  return (
    <ul aria-label={t.deliveries}>
      {read.data.data.map(({ id, type, status, at }) => (
        <li key={id}>
          {t[type]} · {format.dateTime(at)} · {status === null ? t.noAnswer : t.answered({ status })}{' '}
          {maySend && (
            <button type="button" className={styles.open} onClick={() => again(id)}>
              {t.sendAgain}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
