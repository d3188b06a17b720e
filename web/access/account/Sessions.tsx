import { Button } from '@mantine/core'
import { auth } from '@ruam/contract/access/auth.ts'
import { deviceOf } from '@ruam/contract/access/device.ts'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { forget } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import styles from './Account.module.css'
import { Section } from './Section.tsx'
import { text } from './text.ts'

type Session = Got<typeof auth.sessions>['data'][number]

/** Sessions of the person by device. */
export function Sessions() {
  const t = useWords(text)
  const navigate = useNavigate()
  const confirm = useConfirm()
  const read = useRead(auth.sessions, {})
  const end = useWrite(auth.endSession)
  const endAll = useWrite(auth.endSessions)
  const everywhere = async () => {
    const question = { title: t.everywhereTitle, text: t.everywhereText, yes: t.everywhere, mode: 'cancel' } as const
    if (!(await confirm(question))) return
    endAll.mutate(
      {},
      {
        onSuccess() {
          forget()
          void navigate({ to: '/choose-store' as never })
        },
      },
    )
  }
  return (
    <Section title={t.sessions} about={t.sessionsText}>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      {read.data && (
        <ul className={styles.sessions}>
          {read.data.data.map((session) => (
            <Device
              key={session.id}
              session={session}
              busy={end.isPending}
              onEnd={() => end.mutate({ params: { id: session.id } }, { onSuccess: () => alerts.success(t.ended) })}
            />
          ))}
        </ul>
      )}
      <Button c="var(--ruam-danger)" loading={endAll.isPending} onClick={() => void everywhere()}>
        {t.everywhere}
      </Button>
    </Section>
  )
}

function Device({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const t = useWords(text)
  const format = useFormat()
  const { browser, system } = deviceOf(session.device)
  const device = browser && system ? t.deviceOn({ browser, system }) : (browser ?? system ?? t.unknownDevice)
  const Icon = system && ['iPhone', 'iPad', 'Android'].includes(system) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li>
      <Icon size={20} stroke={1.6} />
      <span className={styles.device}>
        <strong>{device}</strong>
        <small>{t.seen({ when: format.dateTime(session.lastSeenAt), address: session.lastAddress })}</small>
        <small>{t.begun({ when: format.dateTime(session.createdAt) })}</small>
      </span>
      {session.current ? (
        <span className={styles.current}>{t.thisOne}</span>
      ) : (
        <Button size="sm" aria-label={t.endSessionOf({ device })} disabled={busy} onClick={onEnd}>
          {t.endSession}
        </Button>
      )}
    </li>
  )
}
