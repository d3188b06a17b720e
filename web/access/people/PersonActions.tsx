import { setup } from '@ruam/contract/access/auth.ts'
import { invitations, people, type RemovedMember } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { IconDoorExit, IconLink, IconSend, IconUserCog, IconUserMinus, IconX } from '@tabler/icons-react'
import { useRead, useWrite } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { type PersonRow, personNameOf } from './person-row.ts'
import { text } from './text.ts'
import { useLeave } from './use-leave.ts'
import { useRemoveMember } from './use-remove-member.ts'

const icon = { size: 16, stroke: 1.6 }

interface PersonActionsProps {
  person: PersonRow
  /** Makes a new link for an invitation, to be handed on or mailed. */
  onNewLink: (person: PersonRow, way: 'mail' | 'link') => void
  /** Asks what becomes of the API keys that a member saw, and removes the member. */
  onRemoveWithKeys: (person: PersonRow, keys: RemovedMember['ended']) => void
}

/** Permitted actions on a member or invitation. */
export function PersonActions({ person, onNewLink, onRemoveWithKeys }: PersonActionsProps) {
  const t = useWords(text)
  const { id, userId } = useStore()
  const confirm = useConfirm()
  const may = { edit: useMayCall(people.update), remove: useMayCall(people.remove) }
  const removeMember = useRemoveMember(onRemoveWithKeys)
  const leave = useLeave()
  const revoke = useWrite(invitations.revoke, { refreshes: [people.list, roles.list] })
  const mail = useRead(setup.status, {}, { staleTime: 60_000 }).data?.mail === true
  const name = personNameOf(person)
  const isMember = person.status === 'member'
  const self = isMember && person.id === userId
  if (!self && !may.edit && !(isMember && may.remove)) return null

  const takeBack = async () => {
    const question = {
      title: t.revokeTitle({ email: name }),
      text: t.revokeText,
      yes: t.revoke,
      mode: 'cancel',
    } as const
    if (!(await confirm(question))) return
    revoke.mutate({ params: { id, key: person.id } }, { onSuccess: () => alerts.success(t.revoked) })
  }
  return (
    <ActionMenu label={t.actionsOf({ name })}>
      {(close) => {
        const act = (label: string, Icon: typeof IconX, work: () => unknown, danger: boolean) => (
          <MenuAction icon={Icon} label={label} close={close} onAct={work} danger={danger} />
        )
        return (
          <ul>
            {isMember && may.edit && (
              <li>
                <RouteLink
                  to="setting-user-management-create-edit"
                  params={{ userId: person.id }}
                  search={Object.fromEntries(new URLSearchParams(location.search))}
                  onClick={close}
                >
                  <IconUserCog {...icon} />
                  {t.changeRole}
                </RouteLink>
              </li>
            )}
            {!isMember && mail && act(t.sendAgain, IconSend, () => onNewLink(person, 'mail'), false)}
            {!isMember && act(t.newLink, IconLink, () => onNewLink(person, 'link'), false)}
            {!isMember && act(t.revoke, IconX, takeBack, true)}
            {isMember && !self && may.remove && act(t.remove, IconUserMinus, () => removeMember(person), true)}
            {self && act(t.leave, IconDoorExit, leave, true)}
          </ul>
        )
      }}
    </ActionMenu>
  )
}
