import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth } from '@ruam/contract/access/auth.ts'
import { MIN_PASSWORD_LENGTH } from '@ruam/contract/platform/constants.ts'
import { useWrite } from '../../data/api.ts'
import { useSession } from '../../data/session.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { checks, submit } from '../../ui/form.ts'
import { text as authText } from '../auth/text.ts'
import styles from './Account.module.css'
import { Section } from './Section.tsx'
import { text } from './text.ts'

/** Changes the password, which signs the person out on all other devices. */
export function PasswordForm() {
  const t = useWords(text)
  const a = useWords(authText)
  const { user } = useSession()
  const change = useWrite(auth.password, { quiet: true })
  const form = useForm({
    mode: 'controlled',
    initialValues: { current: '', next: '' },
    validate: {
      current: checks.required,
      next: (value) =>
        value.length < MIN_PASSWORD_LENGTH ? wordsNow(authText).passwordShort({ count: MIN_PASSWORD_LENGTH }) : null,
    },
  })
  const at = { password_wrong: 'current', password_common: 'next' } as const
  const place = change.error && at[change.error.name as keyof typeof at]
  const save = async (body: { current: string; next: string }) => {
    const changed = await change.mutateAsync({ body }).then(
      () => true,
      () => false,
    )
    if (!changed) return
    form.reset()
    alerts.success(t.passwordChanged)
  }
  const field = (name: 'current' | 'next') => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? (place === name ? change.error?.message : undefined),
    label: t[name],
    visibilityToggleButtonProps: { 'aria-label': a.showPassword },
  })
  return (
    <Section title={t.password} about={t.passwordText}>
      <form noValidate onSubmit={submit(form, save)}>
        <input type="email" name="email" value={user?.email ?? ''} autoComplete="username" readOnly hidden />
        <PasswordInput {...field('current')} autoComplete="current-password" />
        <PasswordInput
          {...field('next')}
          description={a.passwordRule({ count: MIN_PASSWORD_LENGTH })}
          autoComplete="new-password"
        />
        <FormFoot message={place ? undefined : change.error?.message} busy={change.isPending} className={styles.foot}>
          <Button type="submit" loading={change.isPending}>
            {t.changePassword}
          </Button>
        </FormFoot>
      </form>
    </Section>
  )
}
