import { Button, Stack } from '@mantine/core'
import { auth } from '@ruam/contract/access/auth.ts'
import { useLocation } from '@tanstack/react-router'
import door from '../../app/DoorFrame.module.css'
import { call, useWrite } from '../../data/api.ts'
import { currentSession, learnPerson } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { AddressLink } from '../../ui/route.tsx'
import { emailText } from './text.ts'

/** Confirms a new e-mail by a press: a program that reads the mail opens the link, too. */
export function EmailConfirm() {
  // After the #: no server, proxy or log on the way has seen it.
  const { hash: token } = useLocation()
  const t = useWords(emailText)
  const confirm = useWrite(auth.confirmEmail, { quiet: true })
  const send = () =>
    confirm.mutate(
      { body: { token } },
      {
        onSuccess: async () => {
          if (!currentSession().user) return
          const person = await call(auth.me, {}).catch(() => undefined)
          if (person) learnPerson(person)
        },
      },
    )
  return (
    <div className={door.card}>
      <h1>{t.title}</h1>
      <p className={door.lead}>{t.lead}</p>
      <Stack gap={20} mt="lg" className="ruam-steady">
        <FormNote message={confirm.error?.message} />
        <FormNote kind="info" message={confirm.isSuccess ? t.done : undefined} />
        {confirm.isSuccess ? (
          <Button component={AddressLink} to="/choose-store" size="lg" fullWidth>
            {t.goOn}
          </Button>
        ) : (
          <Button size="lg" variant="filled" loading={confirm.isPending} disabled={!token} onClick={send} fullWidth>
            {t.confirm}
          </Button>
        )}
      </Stack>
    </div>
  )
}
