import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type Got, useRead, useWrite } from '../data/api.ts'
import { formatNumber } from '../data/format.ts'
import { useWords } from '../data/text.ts'
import { useFormat } from '../data/use-format.ts'
import { alerts } from '../ui/alerts.ts'
import { Bones } from '../ui/Bones.tsx'
import { EMPTY } from '../ui/Loaded.tsx'
import { useMayCall } from '../ui/may.ts'
import { Pills } from '../ui/Pills.tsx'
import { RouteLink } from '../ui/route.tsx'
import { Unread } from '../ui/Unread.tsx'
import styles from './OpenApi.module.css'
import { webhookText } from './program-webhook-text.ts'
import hooks from './Webhooks.module.css'

const POLL_MS = 5000

type Delivery = Got<typeof programWebhooks.deliveries>['data'][number]
const outcomes = ['all', 'failed', 'sent'] as const

const isReceived = ({ status }: Delivery) => status !== null && status >= 200 && status < 300

/** The last deliveries of a webhook, each with the answer and a button that sends it again. */
export function WebhookDeliveries({ program, webhook }: { program: number; webhook: number }) {
  const t = useWords(webhookText)
  const maySend = useMayCall(programWebhooks.sendAgain)
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('all')
  const params = { id: program, webhook }
  const read = useRead(programWebhooks.deliveries, { params }, { poll: () => POLL_MS })
  const send = useWrite(programWebhooks.sendAgain, { refreshes: [programWebhooks.deliveries] })
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const { data: all, closed } = read.data
  if (closed) return <p className={styles.quiet}>{t.closed}</p>
  if (all.length === 0) return <p className={styles.quiet}>{t.noDeliveries}</p>
  const by = { all, failed: all.filter((one) => !isReceived(one)), sent: all.filter(isReceived) }
  const again = (delivery: number) =>
    send.mutate({ params: { ...params, delivery } }, { onSuccess: () => alerts.success(t.queued) })
  return (
    <div className={hooks.deliveries}>
      <Pills
        label={t.deliveries}
        chosen={outcome}
        choices={outcomes.map((value) => ({ value, text: `${t[value]} ${formatNumber(by[value].length)}` }))}
        onChoose={setOutcome}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={hooks.rows} aria-label={t.deliveries} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {[t.at, t.event, t.customer, t.attempt, t.answer, 'ms', ''].map((title) => (
                <th key={title} scope="col">
                  {title || <span className="ruam-heard">{t.sendAgain}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {by[outcome].map((delivery) => (
              <Row
                key={delivery.id}
                delivery={delivery}
                attempt={all.filter(({ eventId, id }) => eventId === delivery.eventId && id <= delivery.id).length}
                onAgain={maySend ? () => again(delivery.id) : undefined}
              />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

interface RowProps {
  delivery: Delivery
  attempt: number
  onAgain: (() => void) | undefined
}

function Row({ delivery, attempt, onAgain }: RowProps) {
  const t = useWords(webhookText)
  const format = useFormat()
  const { type, status, error, ms, at, profileId } = delivery
  const [state, Icon] = isReceived(delivery)
    ? (['active', IconCircleCheck] as const)
    : (['error', IconAlertCircle] as const)
  const answer = status ?? (error === 'ETIMEDOUT' ? t.timedOut : t.noAnswer)
  return (
    <tr>
      <td className={styles.quiet}>{format.dateTime(at)}</td>
      <td>{t[type]}</td>
      <td data-label={t.customer}>
        {profileId === null ? (
          EMPTY
        ) : (
          <RouteLink to="profile-detail" params={{ profileId }}>
            {formatNumber(profileId)}
          </RouteLink>
        )}
      </td>
      <td data-label={t.attempt}>{attempt}</td>
      <td>
        <span className={styles.state} data-state={state} title={error ?? undefined}>
          <Icon size={16} stroke={1.6} />
          {answer}
        </span>
      </td>
      <td className={styles.quiet} data-label="ms">
        {formatNumber(ms)}
      </td>
      <td>
        {onAgain && (
          <button type="button" className={styles.open} onClick={onAgain}>
            {t.sendAgain}
          </button>
        )}
      </td>
    </tr>
  )
}
