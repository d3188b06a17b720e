import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { useMayCall } from '../../ui/may.ts'
import type { FieldOwner } from './field-owner.ts'

/** Permissions on fields of an owner. Dialogs also read the other fields. */
export function useMayChange(owner: FieldOwner) {
  const reads = useMayCall(profileFields.list)
  const profile = {
    create: useMayCall(profileFields.create) && reads,
    edit: useMayCall(profileFields.update) && reads,
    delete: useMayCall(profileFields.delete),
  }
  const activity = {
    create: useMayCall(activities.createField) && reads,
    edit: useMayCall(activities.updateField) && reads,
    delete: useMayCall(activities.deleteField),
  }
  return owner === 'profile' ? profile : activity
}
