import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import { IconBellRinging } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useRead } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { Bones } from '../ui/Bones.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useMayCall } from '../ui/may.ts'
import { Unread } from '../ui/Unread.tsx'
import { AddButton } from './AddButton.tsx'
import styles from './OpenApi.module.css'
import { webhookText } from './program-webhook-text.ts'
import { SecretDialog } from './SecretDialog.tsx'
import type { Program } from './use-program-actions.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookExample } from './WebhookExample.tsx'
import hooks from './Webhooks.module.css'
import type { Webhook } from './webhook.ts'

const WebhookDialog = lazyPart(async () => ({ default: (await import('./WebhookDialog.tsx')).WebhookDialog }))

const POLL_MS = 5000

type Shown = { add: true } | { edit: Webhook } | { secret: string } | undefined

/** URLs to which a program has changes sent, and how that went. */
export function ProgramWebhooks({ program: { id, status } }: { program: Pick<Program, 'id' | 'status'> }) {
  const t = useWords(webhookText)
  const mayAdd = useMayCall(programWebhooks.create) && status === 'active'
  const read = useRead(programWebhooks.list, { params: { id } }, { poll: () => POLL_MS })
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const webhooks = read.data.data
  const add = mayAdd && <AddButton name={t.add} onClick={() => setShown({ add: true })} />
  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState icon={IconBellRinging} title={t.none} text={t.noneText} action={add} />
      ) : (
        <div className={hooks.page}>
          <section aria-label={t.title}>
            <div className={hooks.head}>
              <div>
                <h2>{t.title}</h2>
                <span className={styles.quiet}>{t.about}</span>
              </div>
              {add}
            </div>
            {webhooks.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                program={id}
                webhook={webhook}
                onEdit={() => setShown({ edit: webhook })}
                onSecret={(secret) => setShown({ secret })}
              />
            ))}
          </section>
          <WebhookExample />
        </div>
      )}
      <Suspense>
        {shown && ('add' in shown || 'edit' in shown) && (
          <WebhookDialog
            program={id}
            webhook={'edit' in shown ? shown.edit : undefined}
            onMade={(secret) => setShown({ secret })}
            onClose={close}
          />
        )}
      </Suspense>
      {shown && 'secret' in shown && <SecretDialog secret={shown.secret} what={t.secret} onClose={close} />}
    </>
  )
}
