import { people } from '@ruam/contract/access/people.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { type Got, useWrite } from '../../data/api.ts'
import { lookAgain } from '../../data/session.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { useGivenRoles } from '../roles/use-given-roles.ts'
import { nameOf } from './person-row.ts'
import { RoleSelect } from './RoleSelect.tsx'
import { text } from './text.ts'

interface ChangeRoleProps {
  member: Got<typeof people.get>
  onClose: () => void
}

/** Gives a member another role; an owner hands the store over with it. */
export function ChangeRole({ member, onClose }: ChangeRoleProps) {
  const t = useWords(text)
  const update = useWrite(people.update, { quiet: true, refreshes: [roles.list] })
  const given = useGivenRoles()
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
    <RecordDialog title={t.changeRoleOf({ name: nameOf(member) })} record={record}>
      <RoleSelect {...record.form.getInputProps('roleId')} data-autofocus />
      <FormNote kind="info" message={becomesOwner ? t.ownerNote : undefined} />
    </RecordDialog>
  )
}
