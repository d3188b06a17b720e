import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { passkeys } from '@ruam/contract/access/passkeys.ts'
import { useState } from 'react'
import styles from '../../app/DoorFrame.module.css'
import { type Got, useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { passkeyText } from './passkey-text.ts'
import { type AuthenticatorChallenge, answerChallenge, knowsPasskeys, passkeyProblem } from './webauthn.ts'

interface SecondStepProps {
  asked: AuthenticatorChallenge
  onSignedIn: (answer: Got<typeof passkeys.signIn>) => void
  /** The challenge is over: the password comes again. */
  onOver: (message?: string) => void
}

/** The step after the password: a passkey, or a recovery code in its place. */
export function SecondStep({ asked, onSignedIn, onOver }: SecondStepProps) {
  const t = useWords(passkeyText)
  const byPasskey = useWrite(passkeys.signIn, { quiet: true })
  const byCode = useWrite(passkeys.signInByCode, { quiet: true })
  const [isCode, setCode] = useState(!knowsPasskeys())
  const [problem, setProblem] = useState<string>()
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' }, validate: { code: checks.required } })
  const answer = async () => {
    setProblem(undefined)
    try {
      onSignedIn(await byPasskey.mutateAsync({ body: await answerChallenge(asked) }))
    } catch (error) {
      // The server answers a challenge once.
      if (isApiError(error, 'passkey_refused')) onOver(error.message)
      else setProblem(passkeyProblem(error))
    }
  }
  const send = async ({ code }: { code: string }) => {
    try {
      onSignedIn(await byCode.mutateAsync({ body: { challenge: asked.challenge, code } }))
    } catch (error) {
      if (isApiError(error, 'challenge_over')) onOver(error.message)
      else form.getInputNode('code')?.focus()
    }
  }
  return (
    <div className={styles.card}>
      <h1>{isCode ? t.codeTitle : t.stepTitle}</h1>
      <p className={styles.lead}>{isCode ? t.codeLead : t.stepLead}</p>
      <Stack gap="lg" mt="lg" className="ruam-steady">
        <FormNote message={isCode ? byCode.error?.message : problem} />
        {isCode ? (
          <form noValidate onSubmit={submit(form, send)}>
            <Stack gap="lg">
              <TextInput
                {...form.getInputProps('code')}
                key={form.key('code')}
                size="lg"
                label={t.code}
                autoComplete="one-time-code"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
              />
              <Button type="submit" size="lg" variant="filled" loading={byCode.isPending} fullWidth>
                {t.confirm}
              </Button>
            </Stack>
          </form>
        ) : (
          <Button
            size="lg"
            variant="filled"
            loading={byPasskey.isPending}
            onClick={() => void answer()}
            fullWidth
            autoFocus
          >
            {t.usePasskey}
          </Button>
        )}
        {!isCode && (
          <Button size="lg" onClick={() => setCode(true)} fullWidth>
            {t.lostPasskey}
          </Button>
        )}
        <Button size="lg" variant="subtle" onClick={() => onOver()} fullWidth>
          {t.back}
        </Button>
      </Stack>
    </div>
  )
}
