import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { setup } from '@ruam/contract/access/auth.ts'
import { INVITATION_DAYS, invitations, people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { EMAIL } from '@ruam/contract/platform/names.ts'
import { IconLink, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { submit } from '../../ui/form.ts'
import { useClose } from '../../ui/unsaved.ts'
import { type Invited, LinksDialog } from './LinksDialog.tsx'
import { RoleSelect } from './RoleSelect.tsx'
import { text } from './text.ts'

/** Returns the addresses in typed or pasted text. */
const emailsIn = (typed: string) => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
]

/** Invites people by their e-mail: by mail where it is set up, else by links to hand on. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(text)
  const c = useWords(common)
  const invite = useWrite(invitations.create, { quiet: true, refreshes: [people.list, roles.list] })
  const [invited, setInvited] = useState<Invited[]>()
  const [busy, setBusy] = useState<'mail' | 'link'>()
  const mail = useRead(setup.status, {}, { staleTime: 60_000 }).data?.mail === true
  const form = useForm({
    mode: 'controlled',
    initialValues: { emails: '', roleId: '' },
    validate: {
      emails(typed) {
        const found = emailsIn(typed)
        if (found.length === 0) return wordsNow(common).required
        const wrong = found.find((email) => !EMAIL.test(email))
        return wrong === undefined ? null : wordsNow(text).emailWrong({ email: wrong })
      },
      roleId: (value) => (value ? null : wordsNow(text).roleNeeded),
    },
  })
  const close = useClose(form.isDirty() && !invited, onClose)
  const sendBy = (way: 'mail' | 'link') => async (values: { emails: string; roleId: string }) => {
    const { emails, roleId } = values
    setBusy(way)
    const results: Invited[] = []
    for (const email of emailsIn(emails)) {
      const answer = await invite
        .mutateAsync({ body: { email, roleId: Number(roleId), send: way === 'mail' } })
        .catch((error) => {
          if (!isApiError(error)) throw error
          return { refusal: error.message }
        })
      results.push('refusal' in answer ? { email, ...answer } : { email, link: answer.link ?? undefined })
    }
    setBusy(undefined)
    const [first] = results
    if (results.length === 1 && first?.refusal) form.setFieldError('emails', first.refusal)
    else setInvited(results)
  }
  if (invited) return <LinksDialog invited={invited} onClose={onClose} />
  return (
    <Dialog opened onClose={close} title={t.invite} size={480} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, sendBy(mail ? 'mail' : 'link'))}>
        <Stack gap={20} mt="sm" className="ruam-steady">
          <TextInput
            {...form.getInputProps('emails')}
            label={t.email}
            description={t.emails}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            type="text"
            inputMode="email"
            autoComplete="off"
            required
            data-autofocus
          />
          <RoleSelect {...form.getInputProps('roleId')} />
          <FormNote kind="info" message={(mail ? t.mailNote : t.linkNote)({ days: INVITATION_DAYS })} />
          <Group justify="flex-end" gap="sm">
            <Button size="md" onClick={() => void close()}>
              {c.cancel}
            </Button>
            {mail && (
              <Button size="md" loading={busy === 'link'} onClick={() => submit(form, sendBy('link'))()}>
                {t.createLink}
              </Button>
            )}
            <Button
              size="md"
              type="submit"
              variant="filled"
              loading={busy === (mail ? 'mail' : 'link')}
              leftSection={mail ? <IconSend size={16} stroke={1.6} /> : <IconLink size={16} stroke={1.6} />}
            >
              {mail ? t.sendMail : t.createLink}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
