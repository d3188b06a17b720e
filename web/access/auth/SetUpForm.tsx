import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { setup } from '@ruam/contract/access/auth.ts'
import { MIN_PASSWORD_LENGTH, SAMPLE_CUSTOMERS } from '@ruam/contract/platform/constants.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import door from '../../app/DoorFrame.module.css'
import { useRead, useWrite } from '../../data/api.ts'
import { signedIn } from '../../data/session.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { UnfoldedAgreement } from '../dpa/UnfoldedAgreement.tsx'
import { setUpText } from './set-up-text.ts'
import { text } from './text.ts'

interface SetUpFormProps {
  token: string
  /** The store is there, and its sample data comes. */
  onSample: (storeId: number) => void
}

/** Makes the first owner and the first store. */
export function SetUpForm({ token, onSample }: SetUpFormProps) {
  const t = useWords(setUpText)
  const a = useWords(text)
  const { formatNumber } = useFormat()
  const navigate = useNavigate()
  const create = useWrite(setup.create, { quiet: true })
  const status = useRead(setup.status, {}, { staleTime: 60_000 })
  const [chosen, choose] = useState<boolean>()
  const sample = chosen ?? status.data?.sample ?? false
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
      dpaAccepted: (value) => (value ? null : wordsNow(setUpText).agreementNeeded),
    },
  })
  const field = (name: 'storeName' | 'firstName' | 'lastName' | 'email' | 'password') => ({
    ...form.getInputProps(name),
    key: form.key(name),
    label: name === 'storeName' ? t.storeName : a[name],
  })
  return (
    <div className={door.card}>
      <h1>{t.title}</h1>
      <p className={door.lead}>{t.lead}</p>
      <form
        noValidate
        onSubmit={submit(form, async (values) => {
          const body = { ...values, token, dpaAccepted: true as const, sample }
          const answer = await create.mutateAsync({ body }).catch((error: Error) => {
            if (error.name !== 'password_common') return
            form.setFieldError('password', error.message)
            form.getInputNode('password')?.focus()
          })
          if (!answer) return
          signedIn(answer)
          if (sample) return onSample(answer.store.id)
          await navigate({ to: `/${answer.store.id}` as never })
        })}
      >
        <Stack gap={20} mt="lg" className="ruam-steady">
          <FormNote message={create.error?.name === 'password_common' ? undefined : create.error?.message} />
          <TextInput {...field('storeName')} autoComplete="organization" autoFocus />
          <div className={door.pair}>
            <TextInput {...field('firstName')} autoComplete="given-name" />
            <TextInput {...field('lastName')} autoComplete="family-name" />
          </div>
          <TextInput {...field('email')} type="email" autoComplete="username" />
          <PasswordInput
            {...field('password')}
            description={a.passwordRule({ count: MIN_PASSWORD_LENGTH })}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': a.showPassword }}
          />
          <Checkbox
            checked={sample}
            onChange={(event) => choose(event.currentTarget.checked)}
            label={t.sample}
            description={t.sampleNote({ count: formatNumber(SAMPLE_CUSTOMERS) })}
          />
          <UnfoldedAgreement />
          <Checkbox
            {...form.getInputProps('dpaAccepted', { type: 'checkbox' })}
            key={form.key('dpaAccepted')}
            label={t.agreementRead}
          />
          <Button type="submit" size="lg" variant="filled" loading={create.isPending} fullWidth>
            {t.setUp}
          </Button>
        </Stack>
      </form>
    </div>
  )
}
