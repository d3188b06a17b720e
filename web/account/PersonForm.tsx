import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth } from '@ruam/contract/auth.ts'
import { alerts } from '../core/alerts.ts'
import { useWrite } from '../core/api.ts'
import { FormNote } from '../core/FormNote.tsx'
import { checks, submit } from '../core/form.ts'
import { learnPerson, useSession } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import { useUnsaved } from '../core/unsaved.ts'
import { common } from '../core/words.ts'
import styles from './Account.module.css'
import { Section } from './Section.tsx'
import { text } from './text.ts'

/** The person's name, and the e-mail they sign in with. */
export function PersonForm() {
  const t = useWords(text)
  const c = useWords(common)
  const { user } = useSession()
  const update = useWrite(auth.updateMe, { quiet: true })
  const form = useForm({
    mode: 'controlled',
    initialValues: { firstName: user?.firstName ?? '', lastName: user?.lastName ?? '' },
    validate: { firstName: checks.name, lastName: checks.name },
  })
  useUnsaved(form.isDirty())
  const save = async (values: { firstName: string; lastName: string }) => {
    const person = await update.mutateAsync({ body: values }).catch(() => undefined)
    if (!person) return
    learnPerson(person)
    form.setValues({ firstName: person.firstName, lastName: person.lastName })
    form.resetDirty({ firstName: person.firstName, lastName: person.lastName })
    alerts.success(c.saved)
  }
  return (
    <Section title={t.person} about={t.personText}>
      <form noValidate onSubmit={submit(form, save)}>
        <FormNote message={update.error?.message} />
        <div className={styles.pair}>
          <TextInput {...form.getInputProps('firstName')} label={t.firstName} autoComplete="given-name" required />
          <TextInput {...form.getInputProps('lastName')} label={t.lastName} autoComplete="family-name" required />
        </div>
        <FormNote message={user?.mailFailedAt ? t.mailFailed({ email: user.email }) : undefined} />
        <TextInput label={t.email} value={user?.email ?? ''} readOnly disabled />
        <Button type="submit" variant="filled" loading={update.isPending} disabled={!form.isDirty()}>
          {c.save}
        </Button>
      </form>
    </Section>
  )
}
