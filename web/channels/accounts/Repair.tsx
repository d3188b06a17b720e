import { Button } from '@mantine/core'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { refreshesAccounts } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { repairText } from './repair-text.ts'
import { useDisconnect } from './use-disconnect.ts'

const KeysDialog = lazyPart(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }))

const MANAGER = 'https://manager.line.biz/account/'
const CONSOLE = 'https://developers.line.biz/console/'

interface RepairProps {
  account: AccountRow
  onGone?: () => void
}

/** The one button that mends the fault of an account; nothing for people who may not use it. */
export function Repair({ account, onGone }: RepairProps) {
  const t = useWords(repairText)
  const mayEdit = useMayCall(lineOa.update)
  const mayCheck = useMayCall(lineOa.check)
  const check = useWrite(lineOa.check, refreshesAccounts)
  const { disconnect, mayDisconnect, isPending } = useDisconnect(account, onGone)
  const [isOpen, setOpen] = useState(false)
  const { repair } = account.connection
  if (repair === 'keys')
    return (
      mayEdit && (
        <>
          <Button size="xs" onClick={() => setOpen(true)}>
            {t.keys}
          </Button>
          {isOpen && (
            <Suspense>
              <KeysDialog account={account} onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </>
      )
    )
  if (repair === 'manager') return <Outside href={`${MANAGER}${account.basicId ?? ''}`} label={t.manager} />
  if (repair === 'console') return <Outside href={CONSOLE} label={t.console} />
  if (repair === 'disconnect')
    return (
      mayDisconnect && (
        <Button size="xs" loading={isPending} onClick={() => void disconnect()}>
          {t.disconnect}
        </Button>
      )
    )
  return (
    repair !== null &&
    mayCheck && (
      <Button
        size="xs"
        loading={check.isPending}
        onClick={() => check.mutate({ params: { id: account.id }, body: { set: repair === 'set_webhook' } })}
      >
        {t[repair]}
      </Button>
    )
  )
}

/** A page of LINE, in a tab of its own. */
export function Outside({ href, label }: { href: string; label: string }) {
  const t = useWords(repairText)
  return (
    <Button
      component="a"
      size="xs"
      target="_blank"
      rel="noreferrer"
      href={href}
      aria-label={`${label} (${t.newTab})`}
      rightSection={<IconExternalLink size={16} stroke={1.6} />}
    >
      {label}
    </Button>
  )
}
