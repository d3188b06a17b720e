import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { setup } from '@ruam/contract/auth.ts'
import { MIN_PASSWORD_LENGTH } from '@ruam/contract/constants.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useWrite } from '../core/api.ts'
import door from '../core/DoorFrame.module.css'
import { FormNote } from '../core/FormNote.tsx'
import { checks, submit } from '../core/form.ts'
import { signedIn } from '../core/session.ts'
import { useWords, wordsNow } from '../core/text.ts'
import { UnfoldedAgreement } from '../dpa/UnfoldedAgreement.tsx'
import { sampleReady } from './sample-ready.ts'
import { text } from './text.ts'

/** The first owner and the first store, by the one-time link of the first start. */
export function SetUp() {
  const t = useWords(text)
  const navigate = useNavigate()
  // After the #: no server, proxy or log on the way has seen it.
  const { hash: token } = useLocation()
  const create = useWrite(setup.create, { quiet: true })
  const status = useRead(setup.status, {}, { staleTime: 60_000 })
  const [chosen, choose] = useState<boolean>()
  const sample = chosen ?? status.data?.sample ?? false
  const [filling, setFilling] = useState(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { storeName: '', firstName: '', lastName: '', email: '', password: '', dpaAccepted: false },
    validate: {
      storeName: checks.name,
      firstName: checks.name,
      lastName: checks.name,
      email: checks.email,
      password: (value) =>
        value.length < MIN_PASSWORD_LENGTH ? wordsNow(text).passwordShort({ count: MIN_PASSWORD_LENGTH }) : null,
      dpaAccepted: (value) => (value ? null : wordsNow(text).agreementNeeded),
    },
  })
  const field = (name: 'storeName' | 'firstName' | 'lastName' | 'email' | 'password') => ({
    ...form.getInputProps(name),
    key: form.key(name),
    label: t[name],
  })
  return (
    <div className={door.card}>
      <h1>{t.setUpTitle}</h1>
      <p className={door.lead}>{t.setUpLead}</p>
      <form
        noValidate
        onSubmit={submit(form, async (values) => {
          const body = { ...values, token, dpaAccepted: true as const, sample }
          const answer = await create.mutateAsync({ body }).catch(() => undefined)
          if (!answer) return
          signedIn(answer)
          if (sample) {
            setFilling(true)
            await sampleReady(answer.store.id)
          }
          await navigate({ to: `/${answer.store.id}` as never })
        })}
      >
        <Stack gap="lg" mt="lg">
          <FormNote message={create.error?.message ?? (token ? undefined : t.noLink)} />
          <TextInput {...field('storeName')} autoComplete="organization" autoFocus />
          <div className={door.pair}>
            <TextInput {...field('firstName')} autoComplete="given-name" />
            <TextInput {...field('lastName')} autoComplete="family-name" />
          </div>
          <TextInput {...field('email')} type="email" autoComplete="username" />
          <PasswordInput
            {...field('password')}
            description={t.passwordRule({ count: MIN_PASSWORD_LENGTH })}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
          />
          <Checkbox
            checked={sample}
            onChange={(event) => choose(event.currentTarget.checked)}
            label={t.sample}
            description={t.sampleNote}
          />
          <UnfoldedAgreement />
          <Checkbox
            {...form.getInputProps('dpaAccepted', { type: 'checkbox' })}
            key={form.key('dpaAccepted')}
            label={t.agreementRead}
          />
          <Button type="submit" size="lg" variant="filled" loading={create.isPending || filling} fullWidth>
            {t.setUp}
          </Button>
          <FormNote kind="info" message={filling ? t.sampleComing : undefined} />
        </Stack>
      </form>
    </div>
  )
}
