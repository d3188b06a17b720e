import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth } from '@ruam/contract/access/auth.ts'
import { useWrite } from '../../data/api.ts'
import { learnPerson, useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
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
