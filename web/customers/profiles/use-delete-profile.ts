import { profiles } from '@ruam/contract/customers/profiles.ts'
import { call, useRefresh } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useGo } from '../../ui/route.tsx'
import { deletionText } from './deletion-text.ts'
import { useCalled } from './use-called.ts'
import type { ListedProfile } from './values.ts'

/** Duration of the undo offer; later the list of deleted customers has it. */
const UNDO_MS = 10_000

/** Deletes a customer after confirmation, opens the list unless it is open, and offers to undo. */
export function useDeleteProfile({ stay = false } = {}) {
  const t = useWords(deletionText)
  const called = useCalled()
  const confirm = useConfirm()
  const go = useGo()
  const refresh = useRefresh()
  return async (profile: ListedProfile) => {
    const name = called(profile)
    const params = { id: profile.id }
    const question = { title: t.deleteTitle({ name }), text: t.deleteText, yes: t.deleteConfirm }
    if (!(await confirm({ ...question, mode: 'cancel' }))) return
    const restore = async () => {
      try {
        await call(profiles.restore, { params })
        await refresh(profiles.get)
        alerts.success(t.restored({ name }), { name })
        if (!stay) go({ to: 'profile-detail', params: { profileId: profile.id } })
      } catch (error) {
        if (!isApiError(error)) throw error
        alerts.error(error.message)
      }
    }
    try {
      await call(profiles.delete, { params })
    } catch (error) {
      if (!isApiError(error)) throw error
      return alerts.error(error.message)
    }
    // The list first: this page would say that its customer is gone.
    if (!stay) go({ to: 'profile-list' })
    alerts.success(t.deletedNamed({ name }), { name, autoClose: UNDO_MS, action: { label: t.undo, onClick: restore } })
    await refresh(profiles.get)
  }
}
