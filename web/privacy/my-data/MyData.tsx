import { Button } from '@mantine/core'
import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { IconCopy } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import styles from '../../channels/accounts/AccountDetail.module.css'
import { CheckLine } from '../../channels/accounts/CheckLine.tsx'
import { useCopy } from '../../customers/profiles/detail/use-copy.ts'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { Unread } from '../../ui/Unread.tsx'
import { PrivacyTabs } from '../PrivacyTabs.tsx'
import { text } from './text.ts'

const LoginDialog = lazyPart(() => import('./LoginDialog.tsx'))

/** Between two looks at a check that ends in another tab. */
const CHECKED_MS = 4000

type Setting = Got<typeof myDataSettings.get>

/** Settings of the page on which customers see what the store keeps of them, in the order of its set-up. */
export function MyData() {
  const t = useWords(text)
  const read = useRead(myDataSettings.get, {}, { poll: (data) => (data?.login && !data.on ? CHECKED_MS : false) })
  return (
    <>
      <SettingTabs />
      <PrivacyTabs here="my-data" />
      {read.data ? (
        <div className={styles.detail}>
          <p className={styles.note}>{t.about}</p>
          <section className={styles.card} aria-label={t.steps}>
            <ul className={styles.lines}>
              <LoginLine setting={read.data} />
              <ProviderLine setting={read.data} />
              <OnLine setting={read.data} />
            </ul>
          </section>
        </div>
      ) : read.error ? (
        <Unread read={read} />
      ) : (
        <Bones />
      )}
    </>
  )
}

function CopyButton({ value, label }: { value: string; label: string }) {
  const t = useWords(text)
  const copy = useCopy()
  return (
    <Button
      size="xs"
      aria-label={`${t.copy} ${label}`}
      leftSection={<IconCopy size={16} stroke={1.6} />}
      onClick={() => copy(value)}
    >
      {t.copy}
    </Button>
  )
}

function LoginLine({ setting: { login, callbackUrl } }: { setting: Setting }) {
  const t = useWords(text)
  const maySave = useMayCall(myDataSettings.saveLogin)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <CheckLine
      kind={login ? 'good' : 'warning'}
      title={t.login}
      actions={
        <>
          <CopyButton value={callbackUrl} label={t.callback} />
          {maySave && (
            <Button size="xs" variant={login ? undefined : 'filled'} onClick={() => setIsOpen(true)}>
              {login ? t.change : t.add}
            </Button>
          )}
        </>
      }
    >
      {login ? t.loginSaved({ id: login.channelId, end: login.secretEnd }) : t.loginNone}
      <br />
      <code>{callbackUrl}</code>
      <Suspense>{isOpen && <LoginDialog saved={login !== null} onClose={() => setIsOpen(false)} />}</Suspense>
    </CheckLine>
  )
}

function ProviderLine({ setting: { login, check } }: { setting: Setting }) {
  const t = useWords(text)
  const format = useFormat()
  const mayCheck = useMayCall(myDataSettings.check)
  const start = useWrite(myDataSettings.check)
  const name = check?.by?.name ?? t.someone
  const begin = () => {
    // Opened with the click: later browsers would hold it back.
    const tab = window.open('', '_blank')
    start.mutate(
      {},
      {
        onSuccess: ({ url }) => (tab ? tab.location.assign(url) : window.location.assign(url)),
        onError: () => tab?.close(),
      },
    )
  }
  return (
    <CheckLine
      kind={check?.result === 'same' ? 'good' : check ? 'bad' : 'warning'}
      title={t.check}
      actions={
        mayCheck &&
        login && (
          <Button
            size="xs"
            variant={check?.result === 'same' ? undefined : 'filled'}
            loading={start.isPending}
            onClick={begin}
          >
            {t.start}
          </Button>
        )
      }
    >
      {check === null
        ? login
          ? t.checkNow
          : t.checkWaits
        : check.result === 'same'
          ? t.checkSame({ name, when: format.when(check.at) })
          : t.checkUnknown({ name })}
    </CheckLine>
  )
}

function OnLine({ setting: { on, url, check, usedBy } }: { setting: Setting }) {
  const t = useWords(text)
  const confirm = useConfirm()
  const mayTurn = useMayCall(myDataSettings.turn)
  const mayRenew = useMayCall(myDataSettings.renew)
  const refreshes = { refreshes: [myDataSettings.get] }
  const turn = useWrite(myDataSettings.turn, refreshes)
  const renew = useWrite(myDataSettings.renew, refreshes)
  const names = [...(usedBy?.menus ?? []), ...(usedBy?.answers ?? [])].map(({ name }) => name).join(', ')
  const askTurn = async () => {
    if (
      on &&
      names &&
      !(await confirm({ title: t.offTitle, text: t.offText({ names }), yes: t.turnOff, mode: 'cancel' }))
    )
      return
    turn.mutate({ body: { on: !on } })
  }
  const askRenew = async () => {
    if (await confirm({ title: t.renewTitle, text: t.renewText, yes: t.renew, mode: 'cancel' })) renew.mutate({})
  }
  return (
    <CheckLine
      kind={on ? 'good' : 'warning'}
      title={t.on}
      actions={
        <>
          {on && url && <CopyButton value={url} label={t.address} />}
          {mayRenew && on && (
            <Button size="xs" loading={renew.isPending} onClick={() => void askRenew()}>
              {t.renew}
            </Button>
          )}
          {mayTurn && (on || check?.result === 'same') && (
            <Button
              size="xs"
              variant={on ? undefined : 'filled'}
              loading={turn.isPending}
              onClick={() => void askTurn()}
            >
              {on ? t.turnOff : t.turnOn}
            </Button>
          )}
        </>
      }
    >
      {on ? t.isOn : t.isOff}
      {on && url && (
        <>
          <br />
          <code>{url}</code>
          <br />
          {t.addressUse}
          {names && (
            <>
              <br />
              {t.usedBy({ names })}
            </>
          )}
        </>
      )}
    </CheckLine>
  )
}
