import { Button } from '@mantine/core'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { type ConnectionFault, connectionFaults } from '@ruam/contract/channels/connection.ts'
import { IconCopy, IconRefresh } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './AccountDetail.module.css'
import { refreshesAccounts } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { CheckLine } from './CheckLine.tsx'
import { faultsOf } from './connection-lines.ts'
import { LineAnswersLine } from './LineAnswersLine.tsx'
import { Repair } from './Repair.tsx'
import { text } from './text.ts'
import { useTrouble } from './use-trouble.ts'

/** State of the keys, of received messages, and of LINE's own answers. */
export function ConnectionCard({ account, onGone }: { account: AccountRow; onGone: () => void }) {
  const t = useWords(text)
  const format = useFormat()
  const { language } = usePreferences()
  const trouble = useTrouble(account)
  const mayCheck = useMayCall(lineOa.check)
  const check = useWrite(lineOa.check, refreshesAccounts)
  const { webhook, connection, secretEnd } = account
  const copy = () => {
    const done = navigator.clipboard?.writeText(webhook.url) ?? Promise.reject(new Error('No clipboard'))
    done.then(
      () => alerts.success(t.copied, { id: 'copied' }),
      () => alerts.error(t.copyFailed, { id: 'copied' }),
    )
  }
  const { ofAccount, ofWebhook } = faultsOf(account)
  const made = (kind: 'bot' | 'webhook_test') => account.checks.find((one) => one.kind === kind)
  const checkedAt = made('bot')?.at
  const test = made('webhook_test')
  // The header has the button that checks again.
  const repairOf = (fault: ConnectionFault | null) =>
    fault !== null && fault === connection.fault && connection.repair !== 'check' ? (
      <Repair account={account} onGone={onGone} />
    ) : null
  const { answers } = webhook
  // Without keys LINE cannot be asked.
  const waits = connection.state === 'stopped'
  const said = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ')
  return (
    <section className={styles.card} aria-labelledby="line-connection">
      <header className={styles.cardHead}>
        <h3 id="line-connection">{t.connection}</h3>
        {mayCheck && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            loading={check.isPending}
            onClick={() => check.mutate({ params: { id: account.id }, body: {} })}
          >
            {t.checkAgain}
          </Button>
        )}
      </header>
      <ul className={styles.lines} aria-live="polite">
        <CheckLine
          kind={ofAccount === null ? 'good' : connectionFaults[ofAccount].stops ? 'bad' : 'warning'}
          title={ofAccount === null ? t.signedIn : connectionFaults[ofAccount].title[language]}
          actions={repairOf(ofAccount)}
        >
          {ofAccount !== null && <>{connectionFaults[ofAccount].text[language]} · </>}
          {said(
            checkedAt ? t.checkedAt({ when: format.when(checkedAt) }) : t.neverChecked,
            ofAccount === null && t.keyEnds({ end: secretEnd }),
            trouble('keys', 'bot'),
          )}
        </CheckLine>
        <CheckLine
          kind={ofWebhook !== null ? 'bad' : test?.result === 'ok' && !waits ? 'good' : 'warning'}
          title={
            ofWebhook !== null
              ? connectionFaults[ofWebhook].title[language]
              : t[waits ? 'webhookWaits' : test?.result ? 'webhookOk' : 'webhookNot']
          }
          actions={
            <>
              {repairOf(ofWebhook)}
              <Button
                size="xs"
                aria-label={`${t.copy} ${t.address}`}
                leftSection={<IconCopy size={16} stroke={1.6} />}
                onClick={copy}
              >
                {t.copy}
              </Button>
            </>
          }
        >
          <code>{webhook.url}</code>
          <br />
          {said(
            ofWebhook !== null && connectionFaults[ofWebhook].text[language],
            test?.at ? t.tested({ when: format.when(test.at), ms: test.ms ?? 0 }) : t.untested,
            answers && t.answers({ average: answers.averageMs, max: answers.maxMs, count: answers.count }),
            trouble('webhook_address', 'webhook_test'),
          )}
        </CheckLine>
        <LineAnswersLine account={account} />
      </ul>
    </section>
  )
}
