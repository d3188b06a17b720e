import { Button, NativeSelect } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { privacy } from '@ruam/contract/customers/privacy.ts'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { AccountRow } from '../channels/accounts/account-row.ts'
import { ConnectionFault } from '../channels/accounts/ConnectionFault.tsx'
import { text as accountText } from '../channels/accounts/text.ts'
import { text as purposeText } from '../customers/privacy/text.ts'
import { useWords } from '../data/text.ts'
import { LackedRights } from '../ui/LackedRights.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useLackedRights } from '../ui/may.ts'
import styles from './Composer.module.css'
import { faultWordAt } from './faults.ts'
import { text } from './text.ts'
import { usePurposes } from './use-choices.ts'
import type { Draft } from './use-draft.ts'

const loadConnect = () => import('../channels/accounts/ConnectDialog.tsx')
const ConnectDialog = lazyPart(async () => ({ default: (await loadConnect()).ConnectDialog }))
const loadPurpose = () => import('../customers/privacy/PurposeDialog.tsx')
const PurposeDialog = lazyPart(loadPurpose)

interface AccountPartProps {
  draft: Draft
  /** Undefined while they are read. */
  accounts: readonly AccountRow[] | undefined
  faults: readonly Fault[]
  readOnly: boolean
  onChange: (parts: Partial<Draft>) => void
}

/** The account that sends, and the purpose that customers consented to. One that the store lacks is made in a panel at the side. */
export function AccountPart({ draft, accounts, faults, readOnly, onChange }: AccountPartProps) {
  const t = useWords(text)
  const a = useWords(accountText)
  const p = useWords(purposeText)
  const purposes = usePurposes().data
  const [open, setOpen] = useState<'account' | 'purpose'>()
  const lacked = {
    account: useLackedRights(lineOa.create),
    purposes: useLackedRights(privacy.purposes),
    purpose: useLackedRights(privacy.createPurpose),
  }
  const account = accounts?.find(({ id }) => id === draft.channel?.channelId)
  const chooseAccount = (one: AccountRow | undefined) =>
    onChange({ channel: one ? { type: one.type, channelId: one.id, name: one.name } : null })
  const hasModules = accounts?.some(({ type }) => type === 'lineModule')
  const nameOf = ({ name, basicId, type }: AccountRow) =>
    [name, basicId, hasModules && `· ${type === 'lineModule' ? t.kindModule : a.kindOa}`].filter(Boolean).join(' ')
  const fault = (path: string) => faultWordAt(t, faults, path)
  const add = (label: string, load: () => Promise<unknown>, what: 'account' | 'purpose') => (
    <Button
      variant="filled"
      leftSection={<IconPlus size={16} stroke={1.6} />}
      onPointerEnter={() => void load()}
      onClick={() => setOpen(what)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {accounts?.length === 0 ? (
        <Missing
          title={a.emptyTitle}
          text={t.noAccountText}
          action={!readOnly && add(a.connect, loadConnect, 'account')}
          lacked={lacked.account}
        />
      ) : (
        <div className={styles.pair}>
          <NativeSelect
            className={styles.short}
            aria-label={t.partAccount}
            value={draft.channel?.channelId ?? ''}
            error={fault('channel')}
            data={[
              { value: '', label: t.chooseAccount },
              ...(accounts ?? []).map((one) => ({ value: String(one.id), label: nameOf(one) })),
            ]}
            onChange={(event) => chooseAccount(accounts?.find(({ id }) => String(id) === event.currentTarget.value))}
          />
          {account && (
            <span className={styles.quiet}>
              {t.friends({ count: account.friends.known + account.friends.unknown })}
            </span>
          )}
        </div>
      )}
      {account && <ConnectionFault account={account} />}
      {purposes?.length === 0 ? (
        <Missing
          title={lacked.purposes.length > 0 ? t.purposesHidden : p.noPurposesTitle}
          text={t.noPurposeText}
          action={!readOnly && add(p.newPurpose, loadPurpose, 'purpose')}
          lacked={lacked.purposes.length > 0 ? lacked.purposes : lacked.purpose}
        />
      ) : (
        <NativeSelect
          className={styles.short}
          label={t.purpose}
          value={draft.purposeId ?? ''}
          error={fault('purpose_id')}
          data={[
            { value: '', label: t.choosePurpose },
            ...(purposes ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => onChange({ purposeId: Number(event.currentTarget.value) || null })}
        />
      )}
      <Suspense>
        {open === 'account' && (
          <ConnectDialog
            side
            type="lineOA"
            onClose={() => setOpen(undefined)}
            onConnected={(made) => {
              setOpen(undefined)
              chooseAccount(made)
            }}
          />
        )}
        {open === 'purpose' && (
          <PurposeDialog
            side
            isFirst
            onClose={() => setOpen(undefined)}
            onMade={({ id }) => {
              setOpen(undefined)
              onChange({ purposeId: id })
            }}
          />
        )}
      </Suspense>
    </>
  )
}

interface MissingProps {
  title: string
  text: string
  /** False for readers: the note above names what they lack. */
  action: ReactNode
  /** Rights without which the person cannot add it: an owner is asked. */
  lacked: ReturnType<typeof useLackedRights>
}

/** Stands for a choice that the store has nothing for, with the way to make it. */
function Missing({ title, text: about, action, lacked }: MissingProps) {
  const t = useWords(text)
  return (
    <section className={styles.missing} aria-label={title}>
      <div>
        <strong>{title}</strong>
        <p>{about}</p>
      </div>
      {action && lacked.length > 0 ? <LackedRights rights={lacked}>{t.draftWaits}</LackedRights> : action}
    </section>
  )
}
