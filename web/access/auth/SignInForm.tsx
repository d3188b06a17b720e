import { Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth, type SignInRefusal, setup, signInRefusals } from '@ruam/contract/access/auth.ts'
import { IconBuildingStore } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import styles from '../../app/DoorFrame.module.css'
import { useRead, useWrite } from '../../data/api.ts'
import { signedIn } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { AddressLink } from '../../ui/route.tsx'
import { ProviderButton } from './ProviderButton.tsx'
import { setUpText } from './set-up-text.ts'
import { text } from './text.ts'

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
  const login = useWrite(auth.login, { quiet: true })
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
      <form
        noValidate
        onSubmit={submit(form, async ({ email, password }) => {
          const answer = await login.mutateAsync({ body: { email: email.trim(), password } }).catch(() => undefined)
          if (!answer) return form.getInputNode('password')?.focus()
          onStart?.()
          signedIn(answer)
          onSignedIn()
        })}
      >
        <Stack gap="lg" mt="lg">
          <FormNote message={login.error?.message ?? (login.isPending ? undefined : refused)} />
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
          <Button type="submit" size="lg" variant="filled" loading={login.isPending} fullWidth>
            {t.signIn}
          </Button>
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
