import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { useMayCall } from '../../ui/may.ts'
import type { FieldOwner } from './field-owner.ts'

const calls = {
  profile: { create: profileFields.create, edit: profileFields.update, delete: profileFields.delete },
  activity: { create: activities.createField, edit: activities.updateField, delete: activities.deleteField },
} as const

/** Permissions on fields of an owner. */
export function useMayChange(owner: FieldOwner) {
  const of = calls[owner]
  return { create: useMayCall(of.create), edit: useMayCall(of.edit), delete: useMayCall(of.delete) }
}
