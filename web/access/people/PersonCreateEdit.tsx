import { Button, Group, Stack } from '@mantine/core'
import { people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { lookAgain } from '../../data/session.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { useMayCall } from '../../ui/may.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useGo } from '../../ui/route.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { useAssignableRoles } from '../roles/use-given-roles.ts'
import { InviteDialog } from './InviteDialog.tsx'
import { PeopleList } from './PeopleList.tsx'
import { personNameOf } from './person-row.ts'
import { RoleSelect } from './RoleSelect.tsx'
import { text } from './text.ts'

/** The people of the store, and over them the dialog that invites people or changes the role of a member. */
export function PersonCreateEdit() {
  const go = useGo()
  const mayList = useMayCall(people.list)
  const { userId } = useParams({ strict: false }) as { userId?: string }
  const search = useSearch({ strict: false }) as Record<string, string>
  const [closed, setClosed] = useState(false)
  const close = () => setClosed(true)
  // Only once the dialog is gone, and with it the question about what was typed into it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list opens as it stood behind the dialog
  useEffect(() => {
    if (closed) go({ to: 'setting-user-management', search })
  }, [closed])
  return (
    <>
      {mayList && <PeopleList />}
      {!closed && (userId ? <Edit userId={userId} onClose={close} /> : <InviteDialog onClose={close} />)}
    </>
  )
}

function Edit({ userId, onClose }: { userId: string; onClose: () => void }) {
  const t = useWords(text)
  const c = useWords(common)
  const valid = /^[1-9]\d{0,9}$/.test(userId)
  const read = useRead(people.get, { params: { id: userId } }, { enabled: valid, staleTime: 0 })
  if (read.data && read.isFetchedAfterMount) return <ChangeRole member={read.data} onClose={onClose} />
  if (valid && !read.error) return null
  return (
    <Dialog opened onClose={onClose} title={t.changeRole}>
      <Stack gap="lg" mt="sm">
        <FormNote message={read.error && read.error.status !== 404 ? read.error.message : t.gone} />
        <Group justify="flex-end">
          <Button size="md" onClick={onClose}>
            {c.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface ChangeRoleProps {
  member: Got<typeof people.get>
  onClose: () => void
}

/** Gives a member another role; an owner hands the store over with it. */
function ChangeRole({ member, onClose }: ChangeRoleProps) {
  const t = useWords(text)
  const update = useWrite(people.update, { quiet: true, refreshes: [roles.list] })
  const given = useAssignableRoles()
  const record = useRecordForm({
    record: { ...member, updatedAt: null },
    blank: { roleId: '' },
    valuesOf: ({ role }) => ({ roleId: String(role.id) }),
    validate: { roleId: (value) => (value ? null : wordsNow(text).roleNeeded) },
    save: async ({ roleId }) => {
      await update.mutateAsync({ params: { id: member.id }, body: { roleId: Number(roleId) } })
      // It may have been one's own.
      await lookAgain().catch(() => undefined)
    },
    onClose,
  })
  const { roleId } = record.form.values
  const becomesOwner =
    member.role.name !== OWNER && given.some(({ id, name }) => String(id) === roleId && name === OWNER)
  return (
    <RecordDialog title={t.changeRoleOf({ name: personNameOf(member) })} record={record}>
      <RoleSelect {...record.form.getInputProps('roleId')} data-autofocus />
      <FormNote kind="info" message={becomesOwner ? t.ownerNote : undefined} />
    </RecordDialog>
  )
}
