import { ActionIcon, Button, TextInput } from '@mantine/core'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { IconChevronLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { checks } from '../../ui/form.ts'
import { useMayCall } from '../../ui/may.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import styles from './AccountDetail.module.css'
import { callsOf } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { ConnectionCard } from './ConnectionCard.tsx'
import { checkProvider } from './credentials.ts'
import { FriendsCard } from './FriendsCard.tsx'
import { KeysDialog } from './KeysDialog.tsx'
import { QuotaCard } from './QuotaCard.tsx'
import { ReachCard } from './ReachCard.tsx'
import { text } from './text.ts'
import { UseCard } from './UseCard.tsx'
import { useDisconnect } from './use-disconnect.ts'

interface AccountDetailProps {
  account: AccountRow
  onGone: () => void
  /** The way back to the list on a phone. */
  onBack: (() => void) | undefined
}

/** One account: its connection, its friends, its quota and its settings. */
export function AccountDetail({ account, onGone, onBack }: AccountDetailProps) {
  const t = useWords(text)
  const mayEdit = useMayCall(lineOa.update)
  const { disconnect, mayDisconnect, isPending } = useDisconnect(account, onGone)
  // The line of a fault has the button that mends it.
  const { repair } = account.connection
  const [open, setOpen] = useState<'keys' | 'details'>()
  const close = () => setOpen(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const isPage = onBack !== undefined
  // The button of the list that had the focus is hidden on a phone.
  useEffect(() => {
    if (isPage) heading.current?.focus({ preventScroll: true })
  }, [isPage])
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
          {mayEdit && repair !== 'keys' && <Button onClick={() => setOpen('keys')}>{t.changeKeys}</Button>}
          {mayDisconnect && repair !== 'disconnect' && (
            <Button c="var(--ruam-danger)" loading={isPending} onClick={() => void disconnect()}>
              {t.disconnect}
            </Button>
          )}
        </div>
      </header>
      <ConnectionCard account={account} onGone={onGone} />
      <FriendsCard account={account} />
      <ReachCard />
      <QuotaCard account={account} />
      <UseCard account={account} onEdit={() => setOpen('details')} />
      {open === 'keys' && <KeysDialog account={account} onClose={close} />}
      {open === 'details' && <DetailsDialog account={account} onClose={close} />}
    </article>
  )
}

type DetailValues = { name: string; provider: string }

const valuesOf = ({ name, provider }: AccountRow): DetailValues => ({ name, provider: provider ?? '' })

/** Changes the name and the provider of an account. */
function DetailsDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useWords(text)
  const calls = callsOf(account.type)
  const update = useWrite(calls.update, { quiet: true })
  const record = useRecordForm({
    record: account,
    blank: { name: '', provider: '' },
    valuesOf,
    validate: { name: checks.name, provider: checkProvider },
    current: currentOf(calls.update),
    save: ({ name, provider }: DetailValues, originTime) =>
      update.mutateAsync({
        params: { id: account.id },
        body: { name: name.trim(), provider: provider.trim() || null, originTime },
      }),
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog
      title={t.editDetails}
      record={record}
      shown={{ name: { label: t.name }, provider: { label: t.provider } }}
    >
      <TextInput {...form.getInputProps('name')} label={t.name} required data-autofocus />
      <TextInput {...form.getInputProps('provider')} label={t.provider} description={t.providerText} />
    </RecordDialog>
  )
}
