import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth } from '@ruam/contract/access/auth.ts'
import { MIN_PASSWORD_LENGTH } from '@ruam/contract/platform/constants.ts'
import { useLocation } from '@tanstack/react-router'
import door from '../../app/DoorFrame.module.css'
import { useWrite } from '../../data/api.ts'
import { forget } from '../../data/session.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { AddressLink } from '../../ui/route.tsx'
import { resetText, text } from './text.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** E-mail typed before the password turned out to be lost. */
    email?: string
  }
}

/** For who has lost a password: asks for a link by mail, and sets a new one by it. */
export function PasswordReset() {
  // After the #: no server, proxy or log on the way has seen it.
  const { hash: token } = useLocation()
  return token ? <SetPassword key={token} token={token} /> : <AskForLink />
}

function ToSignIn() {
  const t = useWords(resetText)
  return (
    <Button component={AddressLink} to="/choose-store" size="lg" fullWidth>
      {t.toSignIn}
    </Button>
  )
}

function AskForLink() {
  const t = useWords(resetText)
  const a = useWords(text)
  const forgot = useWrite(auth.forgot, { quiet: true })
  const { email = '' } = useLocation({ select: ({ state }) => state })
  const form = useForm({ mode: 'uncontrolled', initialValues: { email }, validate: { email: checks.email } })
  return (
    <div className={door.card}>
      <h1>{t.askTitle}</h1>
      <p className={door.lead}>{t.askLead}</p>
      <form noValidate onSubmit={submit(form, ({ email }) => forgot.mutate({ body: { email: email.trim() } }))}>
        <Stack gap={20} mt="lg" className="ruam-steady">
          <FormNote message={forgot.error?.message} />
          <FormNote kind="info" message={forgot.isSuccess ? t.asked : undefined} />
          <TextInput
            {...form.getInputProps('email')}
            key={form.key('email')}
            size="lg"
            type="email"
            label={a.email}
            autoComplete="username"
            autoFocus
          />
          <Button type="submit" size="lg" variant="filled" loading={forgot.isPending} fullWidth>
            {t.ask}
          </Button>
          <ToSignIn />
        </Stack>
      </form>
    </div>
  )
}

function SetPassword({ token }: { token: string }) {
  const t = useWords(resetText)
  const a = useWords(text)
  const reset = useWrite(auth.reset, { quiet: true })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: {
      password: (value) =>
        value.length < MIN_PASSWORD_LENGTH ? wordsNow(text).passwordShort({ count: MIN_PASSWORD_LENGTH }) : null,
    },
  })
  // The reset ends the session of that person in this browser, too.
  const set = ({ password }: { password: string }) =>
    reset.mutate({ body: { token, password } }, { onSuccess: () => forget() })
  if (reset.isSuccess) {
    return (
      <div className={door.card}>
        <h1>{t.title}</h1>
        <Stack gap="lg" mt="lg">
          <FormNote kind="info" message={t.done} />
          <ToSignIn />
        </Stack>
      </div>
    )
  }
  return (
    <div className={door.card}>
      <h1>{t.title}</h1>
      <p className={door.lead}>{t.lead}</p>
      <form noValidate onSubmit={submit(form, set)}>
        <Stack gap={20} mt="lg" className="ruam-steady">
          <FormNote message={reset.error?.message} />
          <PasswordInput
            {...form.getInputProps('password')}
            key={form.key('password')}
            size="lg"
            label={t.password}
            description={a.passwordRule({ count: MIN_PASSWORD_LENGTH })}
            autoComplete="new-password"
            autoFocus
            visibilityToggleButtonProps={{ 'aria-label': a.showPassword }}
          />
          <Button type="submit" size="lg" variant="filled" loading={reset.isPending} fullWidth>
            {t.set}
          </Button>
          {reset.error && (
            <AddressLink to="/password-reset" hash="" className={door.hint}>
              {t.again}
            </AddressLink>
          )}
        </Stack>
      </form>
    </div>
  )
}
