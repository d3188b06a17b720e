import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { auth } from '@ruam/contract/access/auth.ts'
import { useWrite } from '../../data/api.ts'
import { choose } from '../../data/choose.ts'
import { usePreferences } from '../../data/preferences.ts'
import { learnPerson, useSession, useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { checks, submit } from '../../ui/form.ts'
import { KeySwitch } from '../../ui/KeySwitch.tsx'
import { shell } from '../../ui/shell-words.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { text as peopleText } from '../people/text.ts'
import { useLeave } from '../people/use-leave.ts'
import styles from './Account.module.css'
import { OwnEmail } from './OwnEmail.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Section } from './Section.tsx'
import { Sessions } from './Sessions.tsx'
import { text } from './text.ts'

/** Settings of the person in all their stores, and their sessions. */
export function Account() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0}>
      <div className={styles.account}>
        <PersonForm />
        <Choices />
        <Keys />
        <PasswordForm />
        <Passkeys />
        <Sessions />
        <LeaveStore />
      </div>
    </div>
  )
}

/** The person's name, and below it the e-mail that they sign in with. */
function PersonForm() {
  const t = useWords(text)
  const c = useWords(common)
  const { user } = useSession()
  const update = useWrite(auth.updateMe, { quiet: true })
  const form = useForm({
    mode: 'controlled',
    initialValues: { firstName: user?.firstName ?? '', lastName: user?.lastName ?? '' },
    validate: { firstName: checks.name, lastName: (name) => (name.trim() ? checks.name(name) : null) },
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
        <div className={styles.pair}>
          <TextInput {...form.getInputProps('firstName')} label={t.firstName} autoComplete="given-name" required />
          <TextInput {...form.getInputProps('lastName')} label={t.lastName} autoComplete="family-name" />
        </div>
        <FormFoot message={update.error?.message} busy={update.isPending} className={styles.foot}>
          <Button type="submit" variant="filled" loading={update.isPending} disabled={!form.isDirty()}>
            {c.save}
          </Button>
        </FormFoot>
      </form>
      <OwnEmail />
    </Section>
  )
}

/** Language and era, which follow the person. */
function Choices() {
  const t = useWords(text)
  const { language, era } = usePreferences()
  return (
    <Section title={t.choices} about={t.choicesText}>
      <div className={styles.choice}>
        <span>{t.language}</span>
        <SegmentedControl
          transitionDuration={0}
          aria-label={t.language}
          value={language}
          onChange={(value) => choose({ language: value as 'th' | 'en' })}
          data={[
            { value: 'th', label: 'ไทย' },
            { value: 'en', label: 'English' },
          ]}
        />
      </div>
      <div className={styles.choice}>
        <span>{t.era}</span>
        <SegmentedControl
          transitionDuration={0}
          aria-label={t.era}
          value={era ?? 'store'}
          onChange={(value) => choose({ era: value === 'store' ? null : (value as 'ce' | 'be') })}
          data={[
            { value: 'store', label: t.ofStore },
            { value: 'ce', label: t.ce },
            { value: 'be', label: t.be },
          ]}
        />
      </div>
    </Section>
  )
}

/** Setting for single-key shortcuts, stored in this browser. */
function Keys() {
  const t = useWords(text)
  const { keys } = useWords(shell)
  return (
    <Section title={keys} about={t.keysText}>
      <KeySwitch />
    </Section>
  )
}

/** The way out of the store that is open. */
function LeaveStore() {
  const t = useWords(text)
  const p = useWords(peopleText)
  const { name } = useStore()
  const leave = useLeave()
  return (
    <Section title={t.store} about={t.storeText({ name })}>
      <Button c="var(--ruam-danger)" onClick={() => void leave()}>
        {p.leave}
      </Button>
    </Section>
  )
}
