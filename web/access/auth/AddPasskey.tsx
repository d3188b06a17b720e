import { Button, Stack } from '@mantine/core'
import { passkeys } from '@ruam/contract/access/passkeys.ts'
import { useState } from 'react'
import door from '../../app/DoorFrame.module.css'
import { useRead } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { signOut, useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { addPasskey } from './add-passkey.ts'
import { useAfterSignIn } from './after-sign-in.ts'
import { passkeyText } from './passkey-text.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SignInForm } from './SignInForm.tsx'
import { usePasskeyProblem } from './use-passkey-problem.ts'
import { passkeyProblem } from './webauthn.ts'

/** Adds the passkey that a store requires, before the store opens. */
export function AddPasskey() {
  const t = useWords(passkeyText)
  const { user } = useSession()
  const goOn = useAfterSignIn()
  const [codes, setCodes] = useState<string[]>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const own = useRead(passkeys.list, {}, { enabled: user !== undefined })
  const reason = usePasskeyProblem(own.data)
  if (!user) return <SignInForm onSignedIn={() => undefined} />
  if (codes) {
    return (
      <div className={door.card}>
        <h1>{t.codes}</h1>
        <RecoveryCodes codes={codes} done={t.goOn} onDone={() => void goOn()} />
      </div>
    )
  }
  const add = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const made = await addPasskey()
      if (made.length > 0) setCodes(made)
      else await goOn()
    } catch (error) {
      // Signing in again is the confirmation.
      if (isApiError(error, 'sign_in_not_fresh')) await signOut()
      else setProblem(passkeyProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={door.card}>
      <h1>{t.neededTitle}</h1>
      <p className={door.lead}>{t.neededLead}</p>
      <Stack gap="lg" mt="lg" className="ruam-steady">
        <FormNote message={reason ?? problem} />
        <Button
          size="lg"
          variant="filled"
          loading={busy}
          disabled={reason !== undefined}
          onClick={() => void add()}
          fullWidth
          autoFocus
        >
          {t.add}
        </Button>
        <Button size="lg" onClick={() => void signOut()} fullWidth>
          {t.signOut}
        </Button>
      </Stack>
    </div>
  )
}
