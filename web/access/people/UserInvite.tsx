import { Button, Skeleton } from '@mantine/core'
import { auth } from '@ruam/contract/access/auth.ts'
import { IconMailOff } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import door from '../../app/DoorFrame.module.css'
import { useRead } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AddressLink } from '../../ui/route.tsx'
import { AcceptInvitation } from './AcceptInvitation.tsx'
import { inviteText } from './text.ts'

/** Page of an invitation link. */
export function UserInvite() {
  const t = useWords(inviteText)
  const format = useFormat()
  const called = useRoleName()
  // After the #: no server, proxy or log on the way has seen it.
  const { hash: token } = useLocation()
  const read = useRead(auth.invitation, { body: { token } }, { enabled: token !== '', staleTime: 60_000 })
  if (token === '' || (read.error && !read.data)) {
    const action = (
      <Button component={AddressLink} to="/choose-store">
        {t.toSignIn}
      </Button>
    )
    return (
      <EmptyState icon={IconMailOff} title={t.badTitle} text={read.error?.message ?? t.noLink} action={action} page />
    )
  }
  if (!read.data) return <Skeleton height={320} maw={420} radius="lg" />
  const { email, store, role, createdBy, expiresAt } = read.data
  const name = `${createdBy.firstName} ${createdBy.lastName}`.trim()
  return (
    <div className={door.card}>
      <h1>{t.title({ store: store.name })}</h1>
      <p className={door.lead}>{t.lead({ name, role: called.title(role.name) })}</p>
      <p className={door.hint}>{t.forEmail({ email })}</p>
      <p className={door.hint}>{t.until({ date: format.dateTime(expiresAt) })}</p>
      <AcceptInvitation token={token} invitation={read.data} />
    </div>
  )
}
