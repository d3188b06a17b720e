import { Button } from '@mantine/core'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconExternalLink,
  IconRefresh,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './AccountDetail.module.css'
import { refreshesAccounts } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { text } from './text.ts'

const icons = { good: IconCircleCheck, warning: IconAlertTriangle, bad: IconCircleX }

const MANAGER = 'https://manager.line.biz/account/'

/** State of the keys, of received events, and of automatic replies by LINE. */
export function ConnectionCard({ account }: { account: AccountRow }) {
  const t = useWords(text)
  const format = useFormat()
  const mayCheck = useMayCall(lineOa.check)
  const check = useWrite(lineOa.check, refreshesAccounts)
  const isSetting = check.isPending && check.variables.body.set === true
  const run = (set: boolean) => check.mutate({ params: { id: account.id }, body: { set } })
  const { webhook, error, checkedAt, secretEnd } = account
  const copy = () => {
    const done = navigator.clipboard?.writeText(webhook.url) ?? Promise.reject(new Error('No clipboard'))
    done.then(
      () => alerts.success(t.copied, { id: 'copied' }),
      () => alerts.error(t.copyFailed, { id: 'copied' }),
    )
  }
  const isRefused = account.status === 'error'
  const checked = checkedAt ? t.checkedAt({ when: format.when(checkedAt) }) : t.neverChecked
  const works = webhook.reason === 'ok'
  return (
    <section className={styles.card} aria-labelledby="line-connection">
      <header className={styles.cardHead}>
        <h3 id="line-connection">{t.connection}</h3>
        {mayCheck && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            loading={check.isPending && !isSetting}
            disabled={isSetting}
            onClick={() => run(false)}
          >
            {t.checkAgain}
          </Button>
        )}
      </header>
      <ul className={styles.lines} aria-live="polite">
        <CheckLine kind={isRefused ? 'bad' : 'good'} title={isRefused ? t.notSignedIn : t.signedIn}>
          {isRefused && error ? t[`${error}Text`] : `${checked} · ${t.keyEnds({ end: secretEnd })}`}
        </CheckLine>
        <CheckLine
          kind={works ? 'good' : webhook.reason === null ? 'warning' : 'bad'}
          title={works ? t.webhookOk : t.webhookNot}
          actions={
            <>
              {mayCheck && !works && webhook.reason !== 'no_https' && (
                <Button
                  size="xs"
                  loading={isSetting}
                  disabled={check.isPending && !isSetting}
                  onClick={() => run(true)}
                >
                  {t.setAndTest}
                </Button>
              )}
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
          <code>{webhook.url}</code> · {webhookText(webhook, t)}
        </CheckLine>
        {account.chatMode === 'chat' ? (
          <CheckLine
            kind="warning"
            title={t.chatOn}
            actions={
              <Button
                component="a"
                size="xs"
                target="_blank"
                rel="noreferrer"
                href={`${MANAGER}${account.basicId ?? ''}/setting/response`}
                aria-label={`${t.openManager} (${t.newTab})`}
                rightSection={<IconExternalLink size={16} stroke={1.6} />}
              >
                {t.openManager}
              </Button>
            }
          >
            {t.chatOnText}
          </CheckLine>
        ) : (
          <CheckLine kind="good" title={t.chatOff}>
            {t.chatOffText}
          </CheckLine>
        )}
      </ul>
    </section>
  )
}

function webhookText({ reason, ms, status }: AccountRow['webhook'], t: ReturnType<(typeof text)['in']>): string {
  if (reason === null) return t.untested
  if (reason === 'ok') return t.tested({ ms: ms ?? 0 })
  if (reason === 'refused') return t.refused({ status: status ?? 0 })
  return t[reason]
}

interface CheckLineProps {
  kind: 'good' | 'warning' | 'bad'
  title: string
  /** The reason, and the next step if the check failed. */
  children: ReactNode
  actions?: ReactNode
}

/** One check of a connection and its outcome. */
function CheckLine({ kind, title, children, actions }: CheckLineProps) {
  const t = useWords(text)
  const Icon = icons[kind]
  return (
    <li className={styles.line} data-kind={kind}>
      <Icon size={18} stroke={1.6} />
      <div>
        <p>
          <span className="ruam-heard">{t[kind]}: </span>
          {title}
        </p>
        <p>{children}</p>
      </div>
      <div className={styles.buttons}>{actions}</div>
    </li>
  )
}
