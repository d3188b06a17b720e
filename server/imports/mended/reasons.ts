import type { MendingReason } from '@ruam/contract/imports/mending.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'

/** Returns the group of an unreadable cell: people repair cells of one kind in one go. */
export function reasonOf(failure: RowFailure, value: string): MendingReason {
  const isEmail = failure === 'email_invalid'
  if (!isEmail && failure !== 'phone_invalid' && failure !== 'date_invalid') return failure
  if (!/\d/.test(value) && !/[@.]/.test(value)) return 'words_only'
  if (isEmail) {
    if (/[\s\u0e00-\u0e7f]/.test(value.trim())) return 'email_letters'
    if (!value.includes('@')) return 'email_without_at'
    return /@[^@]+\.[a-z]{2,}$/i.test(value.trim()) ? failure : 'email_end_missing'
  }
  if (failure === 'date_invalid') return failure
  if (/[\p{L}]/u.test(value)) return 'phone_letters'
  return value.replace(/\D/g, '').length < 9 ? 'phone_too_short' : failure
}
