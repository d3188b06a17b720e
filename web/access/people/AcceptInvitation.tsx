import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth, setup } from '@ruam/contract/access/auth.ts'
import { MIN_PASSWORD_LENGTH } from '@ruam/contract/platform/constants.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import door from '../../app/DoorFrame.module.css'
import { call, type Got, useRead } from '../../data/api.ts'
import { isApiError, request } from '../../data/request.ts'
import { signedIn, signOut, useSession, wire, withBearer } from '../../data/session.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { ProviderButton } from '../auth/ProviderButton.tsx'
import { text as authText } from '../auth/text.ts'
import { inviteText } from './text.ts'

type Accepted = Got<typeof auth.acceptInvitation>

interface AcceptInvitationProps {
  token: string
  invitation: Got<typeof auth.invitation>
}

/** Accepts as the person who is signed in: the call is everybody's, so that the bearer is sent along by hand. */
const acceptAsPerson = (token: string) => {
  const endpoint = wire(auth.acceptInvitation)
  return withBearer({ ...endpoint, permission: 'person' }, (bearer) =>
    request(endpoint, { body: { token } }, bearer),
  ) as Promise<Accepted>
}

/** The way into a store by an invitation: for who is signed in, who has an account, and who is new. */
export function AcceptInvitation({ token, invitation }: AcceptInvitationProps) {
  const t = useWords(inviteText)
  const a = useWords(authText)
  const navigate = useNavigate()
  const { user } = useSession()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { email, hasAccount } = invitation
  const known = hasAccount && !user
  const fresh = !hasAccount && !user
  const provider = useRead(setup.status, {}, { staleTime: 60_000 }).data?.provider === true
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { firstName: '', lastName: '', password: '' },
    validate: {
      firstName: (value) => (fresh ? checks.name(value) : null),
      lastName: (value) => (fresh ? checks.name(value) : null),
      password: (value) =>
        fresh && value.length < MIN_PASSWORD_LENGTH
          ? wordsNow(authText).passwordShort({ count: MIN_PASSWORD_LENGTH })
          : known
            ? checks.required(value)
            : null,
    },
  })
  const accept = async (values: { firstName: string; lastName: string; password: string }) => {
    setRefusal(undefined)
    setBusy(true)
    try {
      if (known) signedIn(await call(auth.login, { body: { email, password: values.password } }))
      const accepted = fresh
        ? await call(auth.acceptInvitation, { body: { token, ...values } })
        : await acceptAsPerson(token)
      signedIn(accepted)
      await navigate({ to: `/${accepted.store.id}` as never })
    } catch (error) {
      if (!isApiError(error)) throw error
      setRefusal(error.message)
    } finally {
      setBusy(false)
    }
  }
  if (user && user.email !== email) {
    return (
      <Stack gap="lg" mt="lg">
        <FormNote message={t.asOther({ current: user.email, email })} />
        <Button size="lg" onClick={() => void signOut()} fullWidth>
          {t.logout}
        </Button>
      </Stack>
    )
  }
  const field = (name: 'firstName' | 'lastName' | 'password') => ({
    ...form.getInputProps(name),
    key: form.key(name),
    label: a[name],
  })
  return (
    <form noValidate onSubmit={submit(form, accept)}>
      <Stack gap={20} mt="lg" className="ruam-steady">
        <FormNote message={refusal} />
        {known && <FormNote kind="info" message={t.hasAccount} />}
        {!user && <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />}
        {fresh && (
          <div className={door.pair}>
            <TextInput {...field('firstName')} autoComplete="given-name" autoFocus />
            <TextInput {...field('lastName')} autoComplete="family-name" />
          </div>
        )}
        {!user && (
          <PasswordInput
            {...field('password')}
            description={fresh ? a.passwordRule({ count: MIN_PASSWORD_LENGTH }) : undefined}
            autoComplete={fresh ? 'new-password' : 'current-password'}
            autoFocus={known}
            visibilityToggleButtonProps={{ 'aria-label': a.showPassword }}
          />
        )}
        <Button type="submit" size="lg" variant="filled" loading={busy} fullWidth>
          {fresh ? t.create : known ? t.signIn : t.accept}
        </Button>
        {fresh && provider && <ProviderButton />}
      </Stack>
    </form>
  )
}
