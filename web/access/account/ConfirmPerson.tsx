import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { passkeys } from '@ruam/contract/access/passkeys.ts'
import { useState } from 'react'
import { call, useWrite } from '../../data/api.ts'
import { useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { passkeyText } from '../auth/passkey-text.ts'
import { text as authText } from '../auth/text.ts'
import { answerChallenge, passkeyProblem } from '../auth/webauthn.ts'

interface ConfirmPersonProps {
  /** True if the person has a passkey to confirm with. */
  byPasskey: boolean
  onClose: () => void
  onConfirmed: () => void
}

/** Has the person prove again who they are, with the password or a passkey. */
export function ConfirmPerson({ byPasskey, onClose, onConfirmed }: ConfirmPersonProps) {
  const t = useWords(passkeyText)
  const a = useWords(authText)
  const { user } = useSession()
  const confirm = useWrite(passkeys.confirm, { quiet: true })
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: checks.required },
  })
  const send = async (body: () => Promise<Parameters<typeof confirm.mutateAsync>[0]['body']>) => {
    setProblem(undefined)
    try {
      await confirm.mutateAsync({ body: await body() })
    } catch (error) {
      return setProblem(passkeyProblem(error))
    }
    onConfirmed()
  }
  const ask = async () => ({
    assertion: await answerChallenge(await call(passkeys.challenge, { body: { purpose: 'confirm' } })),
  })
  return (
    <Dialog opened onClose={onClose} title={t.confirmTitle} size={420}>
      <form noValidate onSubmit={submit(form, ({ password }) => send(async () => ({ password })))}>
        <Stack gap="md">
          <p>{t.confirmText}</p>
          <FormNote message={problem} />
          <input type="email" name="email" value={user?.email ?? ''} autoComplete="username" readOnly hidden />
          <PasswordInput
            {...form.getInputProps('password')}
            key={form.key('password')}
            label={a.password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': a.showPassword }}
            data-autofocus
          />
          <Button type="submit" variant="filled" loading={confirm.isPending}>
            {t.confirm}
          </Button>
          {byPasskey && <Button onClick={() => void send(ask)}>{t.usePasskey}</Button>}
        </Stack>
      </form>
    </Dialog>
  )
}
