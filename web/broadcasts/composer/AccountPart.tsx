import { Button, NativeSelect } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { AccountRow } from '../../channels/accounts/account-row.ts'
import { ConnectionFault } from '../../channels/accounts/ConnectionFault.tsx'
import { text as accountText } from '../../channels/accounts/text.ts'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useLackedRights } from '../../ui/may.ts'
import styles from '../Composer.module.css'
import { faultWordAt } from '../faults.ts'
import { text } from '../text.ts'
import type { Draft } from '../use-draft.ts'
import checklist from './Checklist.module.css'
import { MissingChoice } from './MissingChoice.tsx'
import { requestText } from './request-text.ts'

const loadConnect = () => import('../../channels/accounts/ConnectDialog.tsx')
const ConnectDialog = lazyPart(async () => ({ default: (await loadConnect()).ConnectDialog }))

interface AccountPartProps {
  draft: Draft
  /** Undefined while they are read. */
  accounts: readonly AccountRow[] | undefined
  faults: readonly Fault[]
  readOnly: boolean
  /** Saves the draft. Returns its id, or undefined if it was refused. */
  onSave: () => Promise<number | undefined>
  onChange: (parts: Partial<Draft>) => void
}

/** The account that sends. A store without one connects it in a panel at the side. */
export function AccountPart({ draft, accounts, faults, readOnly, onSave, onChange }: AccountPartProps) {
  const t = useWords(text)
  const a = useWords(accountText)
  const ask = useWords(requestText)
  const [isConnecting, setConnecting] = useState(false)
  const lacked = useLackedRights(lineOa.create)
  const account = accounts?.find(({ id }) => id === draft.channel?.channelId)
  const choose = (one: AccountRow | undefined) =>
    onChange({ channel: one ? { type: one.type, channelId: one.id, name: one.name } : null })
  const hasModules = accounts?.some(({ type }) => type === 'lineModule')
  const nameOf = ({ name, basicId, type }: AccountRow) =>
    [name, basicId, hasModules && `· ${type === 'lineModule' ? t.kindModule : a.kindOa}`].filter(Boolean).join(' ')
  return (
    <>
      {accounts?.length === 0 ? (
        <MissingChoice
          title={a.emptyTitle}
          text={t.noAccountText}
          kind="account"
          isLacking={lacked.length > 0}
          onSave={onSave}
          action={
            !readOnly && (
              <Button
                variant="filled"
                leftSection={<IconPlus size={16} stroke={1.6} />}
                onPointerEnter={() => void loadConnect()}
                onClick={() => setConnecting(true)}
              >
                {ask.connectLine}
              </Button>
            )
          }
        />
      ) : (
        <div className={checklist.row}>
          <span aria-hidden>{t.partAccount}</span>
          <div>
            <NativeSelect
              className={styles.choice}
              aria-label={t.partAccount}
              name="channel"
              value={draft.channel?.channelId ?? ''}
              error={faultWordAt(t, faults, 'channel')}
              data={[
                { value: '', label: t.chooseAccount },
                ...(accounts ?? []).map((one) => ({ value: String(one.id), label: nameOf(one) })),
              ]}
              onChange={(event) => choose(accounts?.find(({ id }) => String(id) === event.currentTarget.value))}
            />
            {account && (
              <span className={styles.quiet}>
                {t.friends({ count: account.friends.known + account.friends.unknown })}
              </span>
            )}
          </div>
        </div>
      )}
      {account && <ConnectionFault account={account} />}
      {isConnecting && (
        <Suspense>
          <ConnectDialog
            side
            type="lineOA"
            onClose={() => setConnecting(false)}
            onConnected={(made) => {
              setConnecting(false)
              choose(made)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
