import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { dpa } from '@ruam/contract/access/dpa.ts'
import { CONSENT_APP, CONSENT_TYPE } from '@ruam/contract/platform/constants.ts'
import { type Got, useWrite } from '../../data/api.ts'
import { refreshRights, useSession, useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import styles from './Agreement.module.css'
import { text } from './text.ts'

/** Form of an owner's decision for the store. */
export function DecisionForm({ agreement }: { agreement: Got<typeof dpa.detail> }) {
  const t = useWords(text)
  const confirm = useConfirm()
  const { user } = useSession()
  const store = useStore()
  const first = agreement.result === 'not-found'
  const decide = useWrite(first ? dpa.decide : dpa.change, { quiet: true })
  // Nobody answers in a name that they have not typed: an installed account has only the first part of its e-mail as a name.
  const name = user?.lastName ? `${user.firstName} ${user.lastName}`.trim() : ''
  const email = user?.email ?? ''
  const earlier = agreement.consentee?.email === email ? agreement.consentee : undefined
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: earlier ?? { name, email, position: '', company: agreement.consentee?.company ?? store.name },
    validate: { name: checks.name, email: checks.email, company: checks.name },
  })
  const send = async (status: 'accepted' | 'declined', consentee: typeof form.values) => {
    const { documentHash } = agreement
    const body = { appName: CONSENT_APP, type: CONSENT_TYPE, status, consentee, documentHash }
    const done = await decide.mutateAsync({ body } as never).catch(() => undefined)
    // The guard then leads on.
    if (done) await refreshRights().catch(() => undefined)
  }
  const decline = async () => {
    if (form.validate().hasErrors) return
    const yes = await confirm({ title: t.declineTitle, text: t.declineText, yes: t.decline, mode: 'cancel' })
    if (yes) await send('declined', form.getValues())
  }
  const field = (name: 'name' | 'email' | 'position' | 'company') => ({
    ...form.getInputProps(name),
    key: form.key(name),
    label: t[name],
  })
  return (
    <form noValidate onSubmit={submit(form, (values) => send('accepted', values))}>
      <h2>{first ? t.onBehalf : t.change}</h2>
      <FormNote message={decide.error?.message} />
      <div className={styles.fields}>
        <TextInput {...field('name')} autoComplete="name" required />
        <TextInput {...field('email')} type="email" autoComplete="email" required />
        <TextInput {...field('position')} autoComplete="organization-title" maxLength={200} />
        <TextInput {...field('company')} autoComplete="organization" required />
      </div>
      <div className={styles.buttons}>
        {agreement.result !== 'accepted' && (
          <Button type="submit" variant="filled" loading={decide.isPending}>
            {t.accept}
          </Button>
        )}
        {agreement.result !== 'declined' && (
          <Button color="red" disabled={decide.isPending} onClick={() => void decline()}>
            {t.decline}
          </Button>
        )}
      </div>
    </form>
  )
}
