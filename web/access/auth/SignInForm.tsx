import { Button, Checkbox, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth, type SignInRefusal, setup, signInRefusals } from '@ruam/contract/access/auth.ts'
import { passkeys } from '@ruam/contract/access/passkeys.ts'
import { IconBuildingStore, IconKey } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import styles from '../../app/DoorFrame.module.css'
import { call, type Got, useRead, useWrite } from '../../data/api.ts'
import { shareDevice, sharedDevice } from '../../data/device.ts'
import { isApiError } from '../../data/request.ts'
import { signedIn } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { AddressLink } from '../../ui/route.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { passkeyText } from './passkey-text.ts'
import { SecondStep } from './SecondStep.tsx'
import { setUpText } from './set-up-text.ts'
import { text } from './text.ts'
import { type AuthenticatorChallenge, answerChallenge, challengeIn, knowsPasskeys, passkeyProblem } from './webauthn.ts'

/** Line by which a starting server announces the link. */
const LINE = 'Set up your store once with this link: …'

interface SignInFormProps {
  onStart?: () => void
  /** Decides where the person goes. */
  onSignedIn: () => unknown
}

/** The sign-in form. */
export function SignInForm({ onStart, onSignedIn }: SignInFormProps) {
  const t = useWords(text)
  const p = useWords(passkeyText)
  const login = useWrite(auth.login, { quiet: true })
  const [asked, ask] = useState<AuthenticatorChallenge>()
  const [shared, setShared] = useState(() => sharedDevice.get() ?? false)
  const [problem, setProblem] = useState<string>()
  const { refused: why } = useSearch({ strict: false }) as { refused?: string }
  const refused = signInRefusals.some((one) => one === why) ? t[`refused_${why as SignInRefusal}`] : undefined
  const status = useRead(setup.status, {}, { staleTime: 60_000 })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: checks.required, password: checks.required },
  })
  // The form depends on it: nothing may move while a person types.
  if (status.isPending) return <Skeleton height={420} maw={420} radius="lg" />
  if (status.data?.needed) return <WaitsForOwner onAgain={() => void status.refetch()} busy={status.isFetching} />
  const enter = (answer: Got<typeof auth.login>) => {
    onStart?.()
    signedIn(answer)
    onSignedIn()
  }
  const over = (message?: string) => {
    ask(undefined)
    setProblem(message)
  }
  if (asked) return <SecondStep asked={asked} onSignedIn={enter} onOver={over} />
  const byPassword = async ({ email, password }: { email: string; password: string }) => {
    setProblem(undefined)
    try {
      enter(await login.mutateAsync({ body: { email: email.trim(), password } }))
    } catch (error) {
      if (isApiError(error, 'second_factor_needed')) return ask(challengeIn(error.details))
      setProblem((error as Error).message)
      form.getInputNode('password')?.focus()
    }
  }
  const byPasskey = async () => {
    setProblem(undefined)
    try {
      const body = await answerChallenge(await call(passkeys.signInChallenge, {}), true)
      enter(await call(passkeys.signIn, { body }))
    } catch (error) {
      setProblem(passkeyProblem(error))
    }
  }
  const store = status.data?.store
  return (
    <div className={styles.card}>
      {store && (
        <p className={styles.store}>
          <IconBuildingStore size={20} stroke={1.6} />
          {store}
        </p>
      )}
      <h1>{t.signIn}</h1>
      <p className={styles.lead}>{store ? t.leadOne : t.lead}</p>
      <form noValidate onSubmit={submit(form, byPassword)}>
        <Stack gap="lg" mt="lg">
          <FormNote message={problem ?? (login.isPending ? undefined : refused)} />
          <TextInput
            {...form.getInputProps('email')}
            key={form.key('email')}
            size="lg"
            type="email"
            label={t.email}
            autoComplete="username"
            autoFocus
          />
          <PasswordInput
            {...form.getInputProps('password')}
            key={form.key('password')}
            size="lg"
            label={t.password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
          />
          <Checkbox
            label={t.sharedDevice}
            description={t.sharedDeviceText}
            checked={shared}
            onChange={({ currentTarget: { checked } }) => {
              setShared(checked)
              // At once, for every way to sign in.
              shareDevice(checked)
            }}
          />
          <Button type="submit" size="lg" variant="filled" loading={login.isPending} fullWidth>
            {t.signIn}
          </Button>
          {knowsPasskeys() && (
            <Button
              size="lg"
              leftSection={<IconKey size={18} stroke={1.6} />}
              onClick={() => void byPasskey()}
              fullWidth
            >
              {p.byPasskey}
            </Button>
          )}
          {status.data?.provider && <ProviderButton again={refused !== undefined} />}
          {status.data?.mail ? (
            <AddressLink to="/password-reset" state={() => ({ email: form.getValues().email })} className={styles.hint}>
              {t.forgot}
            </AddressLink>
          ) : (
            <p className={styles.hint}>{t.lost}</p>
          )}
        </Stack>
      </form>
    </div>
  )
}

/** Replaces the sign-in form while there is no account. */
function WaitsForOwner({ onAgain, busy }: { onAgain: () => void; busy: boolean }) {
  const t = useWords(setUpText)
  return (
    <div className={styles.card}>
      <h1>{t.waitingTitle}</h1>
      <p className={styles.lead}>{t.waitingText}</p>
      <p className={styles.line} lang="en">
        {LINE}
      </p>
      <Button size="lg" loading={busy} onClick={onAgain} fullWidth>
        {t.waitingAgain}
      </Button>
    </div>
  )
}
