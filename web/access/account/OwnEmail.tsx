import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth } from '@ruam/contract/access/auth.ts'
import { passkeys } from '@ruam/contract/access/passkeys.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import styles from './Account.module.css'
import { ConfirmPerson } from './ConfirmPerson.tsx'
import { text } from './text.ts'

/** The e-mail that the person signs in with, and the way to another one. */
export function OwnEmail() {
  const t = useWords(text)
  const { user } = useSession()
  const [opened, setOpened] = useState(false)
  const [asked, setAsked] = useState<string>()
  return (
    <>
      <FormNote message={user?.mailFailedAt ? t.mailFailed({ email: user.email }) : undefined} />
      <div className={styles.email}>
        <TextInput label={t.email} value={user?.email ?? ''} readOnly disabled />
        <Button onClick={() => setOpened(true)}>{t.changeEmail}</Button>
      </div>
      <FormNote kind="info" message={asked && t.emailAsked({ email: asked })} />
      {opened && (
        <EmailDialog
          onClose={() => setOpened(false)}
          onAsked={(email) => {
            setOpened(false)
            setAsked(email)
          }}
        />
      )}
    </>
  )
}

/** Asks for the new e-mail, and for the password or a passkey if the sign-in is not fresh. */
function EmailDialog({ onClose, onAsked }: { onClose: () => void; onAsked: (email: string) => void }) {
  const t = useWords(text)
  const c = useWords(common)
  const change = useWrite(auth.changeEmail, { quiet: true })
  const own = useRead(passkeys.list, {}).data
  const [isProving, setProving] = useState(false)
  const form = useForm({ mode: 'controlled', initialValues: { email: '' }, validate: { email: checks.email } })
  const send = async () => {
    const email = form.values.email.trim()
    try {
      await change.mutateAsync({ body: { email } })
      onAsked(email)
    } catch (error) {
      if (isApiError(error, 'sign_in_not_fresh')) setProving(true)
    }
  }
  const refusal = change.error?.name === 'sign_in_not_fresh' ? undefined : change.error?.message
  return (
    <Dialog opened onClose={onClose} title={t.changeEmail} size={420}>
      <form noValidate onSubmit={submit(form, send)}>
        <Stack gap="md">
          <p>{t.changeEmailText}</p>
          <FormNote message={refusal} />
          <TextInput
            {...form.getInputProps('email')}
            type="email"
            label={t.newEmail}
            autoComplete="email"
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button onClick={onClose}>{c.cancel}</Button>
            <Button type="submit" variant="filled" loading={change.isPending}>
              {t.sendLink}
            </Button>
          </Group>
        </Stack>
      </form>
      {isProving && (
        <ConfirmPerson
          byPasskey={(own?.total ?? 0) > 0}
          onClose={() => setProving(false)}
          onConfirmed={() => {
            setProving(false)
            void send()
          }}
        />
      )}
    </Dialog>
  )
}
