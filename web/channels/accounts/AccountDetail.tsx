import { ActionIcon, Button } from '@mantine/core'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { IconChevronLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useMayCall } from '../../ui/may.ts'
import { shortName } from '../../ui/short-name.ts'
import styles from './AccountDetail.module.css'
import { callsOf } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { ConnectionCard } from './ConnectionCard.tsx'
import { DetailsDialog } from './DetailsDialog.tsx'
import { FriendsCard, QuotaCard } from './FiguresCards.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { ReachCard } from './ReachCard.tsx'
import { text } from './text.ts'
import { UseCard } from './UseCard.tsx'

interface AccountDetailProps {
  account: AccountRow
  onGone: () => void
  /** The way back to the list on a phone. */
  onBack: (() => void) | undefined
}

/** One account: its connection, its friends, its quota and its settings. */
export function AccountDetail({ account, onGone, onBack }: AccountDetailProps) {
  const t = useWords(text)
  const confirm = useConfirm()
  const mayEdit = useMayCall(lineOa.update)
  const mayDisconnect = useMayCall(lineOa.delete)
  const remove = useWrite(callsOf(account.type).delete)
  const [open, setOpen] = useState<'keys' | 'details'>()
  const close = () => setOpen(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const isPage = onBack !== undefined
  // The button of the list that had the focus is hidden on a phone.
  useEffect(() => {
    if (isPage) heading.current?.focus({ preventScroll: true })
  }, [isPage])
  const disconnect = async () => {
    const title = t.disconnectTitle({ name: shortName(account.name) })
    if (!(await confirm({ title, text: t.disconnectText, yes: t.disconnect, mode: 'cancel' }))) return
    remove.mutate(
      { params: { id: account.id } },
      {
        onSuccess: () => {
          alerts.success(t.disconnected)
          onGone()
        },
      },
    )
  }
  return (
    <article className={styles.detail}>
      <header className={styles.head}>
        {onBack && (
          <ActionIcon size={44} aria-label={t.backToAccounts} onClick={onBack}>
            <IconChevronLeft size={20} stroke={1.6} />
          </ActionIcon>
        )}
        <h2 ref={heading} tabIndex={-1}>
          {account.name}{' '}
          <span className={styles.basics}>
            {account.basicId && `${account.basicId} · `}
            <bdi>Channel ID {account.channelId}</bdi>
          </span>
        </h2>
        <div className={styles.buttons}>
          {mayEdit && <Button onClick={() => setOpen('keys')}>{t.changeKeys}</Button>}
          {mayDisconnect && (
            <Button c="var(--ruam-danger)" loading={remove.isPending} onClick={() => void disconnect()}>
              {t.disconnect}
            </Button>
          )}
        </div>
      </header>
      <ConnectionCard account={account} />
      <FriendsCard friends={account.friends} />
      <ReachCard />
      <QuotaCard quota={account.quota} />
      <UseCard account={account} onEdit={() => setOpen('details')} />
      {open === 'keys' && <KeysDialog account={account} onClose={close} />}
      {open === 'details' && <DetailsDialog account={account} onClose={close} />}
    </article>
  )
}
