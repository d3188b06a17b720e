import { Button, NativeSelect, Stack } from '@mantine/core'
import { people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { useState } from 'react'
import { type Got, useWrite } from '../../data/api.ts'
import { useRoleName } from '../../data/role-name.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { text } from './text.ts'
import { useAssignableRoles } from './use-given-roles.ts'

interface DeleteRoleProps {
  role: Got<typeof roles.get>
  onClose: () => void
}

/** Deletes a role, after asking which role its people get. */
export function DeleteRole({ role, onClose }: DeleteRoleProps) {
  const t = useWords(text)
  const c = useWords(common)
  const { id } = useStore()
  const called = useRoleName()
  const remove = useWrite(roles.delete, { quiet: true, refreshes: [people.list] })
  const [moveTo, setMoveTo] = useState('')
  const given = useAssignableRoles().filter((one) => one.id !== role.id)
  const { members, invitations } = role
  // A member may have received it meanwhile: then the server asks.
  const used = members + invitations > 0 || remove.error?.name === 'role_in_use'
  const send = () =>
    remove.mutate(
      { params: { id, roleId: role.id }, query: moveTo ? { moveTo } : {} },
      {
        onSuccess() {
          alerts.success(c.deleted)
          onClose()
        },
      },
    )
  return (
    <Dialog opened onClose={onClose} title={t.deleteTitle({ name: called.title(role.name) })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack gap="lg" mt="sm">
          <p style={{ margin: 0 }}>{used ? t.deleteMembers({ members, invitations }) : t.deleteText}</p>
          {used && (
            <NativeSelect
              label={t.moveTo}
              value={moveTo}
              required
              data-autofocus
              data={[
                { value: '', label: t.chooseRole },
                ...given.map((one) => ({ value: String(one.id), label: called.title(one.name) })),
              ]}
              onChange={(event) => setMoveTo(event.currentTarget.value)}
            />
          )}
          <FormFoot message={remove.error?.message} busy={remove.isPending}>
            <Button size="md" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button
              size="md"
              type="submit"
              variant="filled"
              color="var(--ruam-danger-fill)"
              loading={remove.isPending}
              disabled={used && !moveTo}
            >
              {c.delete}
            </Button>
          </FormFoot>
        </Stack>
      </form>
    </Dialog>
  )
}
