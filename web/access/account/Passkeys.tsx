import { Button } from '@mantine/core'
import { passkeys } from '@ruam/contract/access/passkeys.ts'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { type Got, useRead, useRefresh, useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { addPasskey } from '../auth/add-passkey.ts'
import { passkeyText } from '../auth/passkey-text.ts'
import { RecoveryCodes } from '../auth/RecoveryCodes.tsx'
import { usePasskeyProblem } from '../auth/use-passkey-problem.ts'
import { passkeyProblem } from '../auth/webauthn.ts'
import styles from './Account.module.css'
import { ConfirmPerson } from './ConfirmPerson.tsx'
import { RenamePasskey } from './RenamePasskey.tsx'
import { Section } from './Section.tsx'

type Own = Got<typeof passkeys.list>
type Passkey = Own['data'][number]

/** Passkeys of the person, and how many recovery codes are left. */
export function Passkeys() {
  const t = useWords(passkeyText)
  const { dateTime } = useFormat()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const read = useRead(passkeys.list, {})
  const remove = useWrite(passkeys.remove, { quiet: true })
  const renew = useWrite(passkeys.renewCodes, { quiet: true })
  const [codes, setCodes] = useState<string[]>()
  const [problem, setProblem] = useState<string>()
  const [renamed, setRenamed] = useState<Passkey>()
  /** Work that waits for a fresh sign-in. */
  const [waiting, setWaiting] = useState<() => Promise<void>>()
  const [busy, setBusy] = useState(false)
  const own = read.data

  /** Does what needs a fresh sign-in, after the person has confirmed who they are if it must be. */
  const run = async (work: () => Promise<void>) => {
    setProblem(undefined)
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (isApiError(error, 'sign_in_not_fresh')) setWaiting(() => work)
      else setProblem(passkeyProblem(error))
    } finally {
      setBusy(false)
    }
  }
  const add = () =>
    run(async () => {
      const made = await addPasskey()
      await refresh(passkeys.list)
      if (made.length > 0) setCodes(made)
      else alerts.success(t.added)
    })
  const end = async ({ id, name }: Passkey) => {
    const text = own?.total === 1 ? `${t.removeText} ${t.removeLast}` : t.removeText
    if (!(await confirm({ title: t.removeTitle({ name }), text, yes: t.remove, mode: 'cancel' }))) return
    await run(async () => {
      await remove.mutateAsync({ params: { id } })
      alerts.success(t.removed)
    })
  }
  const renewAll = async () => {
    if (!(await confirm({ title: t.renewTitle, text: t.renewText, yes: t.renewCodes }))) return
    await run(async () => setCodes((await renew.mutateAsync({})).codes))
  }
  return (
    <Section title={t.title} about={t.about}>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      {own?.requiredFrom && <FormNote kind="info" message={t.requiredFrom({ when: dateTime(own.requiredFrom) })} />}
      <FormNote message={problem} />
      {own && own.total > 0 && (
        <ul className={styles.sessions}>
          {own.data.map((passkey) => (
            <li key={passkey.id}>
              <IconKey size={20} stroke={1.6} />
              <span className={styles.device}>
                <strong>{passkey.name}</strong>
                <small>{passkey.usedAt ? t.usedOn({ when: dateTime(passkey.usedAt) }) : t.unused}</small>
                <small>{t.addedOn({ when: dateTime(passkey.createdAt) })}</small>
              </span>
              <Button size="sm" aria-label={t.renameOf(passkey)} onClick={() => setRenamed(passkey)}>
                {t.rename}
              </Button>
              <Button size="sm" aria-label={t.removeOf(passkey)} disabled={busy} onClick={() => void end(passkey)}>
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {own && <Ways own={own} busy={busy} onAdd={() => void add()} onRenew={() => void renewAll()} />}
      {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {waiting && (
        <ConfirmPerson
          byPasskey={(own?.total ?? 0) > 0}
          onClose={() => setWaiting(undefined)}
          onConfirmed={() => {
            setWaiting(undefined)
            void run(waiting)
          }}
        />
      )}
      {codes && (
        <Dialog opened onClose={() => setCodes(undefined)} title={t.codes} size={480} closeOnClickOutside={false}>
          <RecoveryCodes codes={codes} done={t.done} onDone={() => setCodes(undefined)} />
        </Dialog>
      )}
    </Section>
  )
}

interface WaysProps {
  own: Own
  busy: boolean
  onAdd: () => void
  onRenew: () => void
}

/** Buttons, or the reason why there are none. */
function Ways({ own, busy, onAdd, onRenew }: WaysProps) {
  const t = useWords(passkeyText)
  const reason = usePasskeyProblem(own)
  return (
    <>
      <FormNote kind="info" message={reason} />
      {!reason && (
        <Button loading={busy} onClick={onAdd}>
          {t.add}
        </Button>
      )}
      {own.total > 0 && (
        <div className={styles.choice}>
          <span>{t.codesLeft({ count: own.codesLeft })}</span>
          <Button disabled={busy} onClick={onRenew}>
            {t.renewCodes}
          </Button>
        </div>
      )}
    </>
  )
}
