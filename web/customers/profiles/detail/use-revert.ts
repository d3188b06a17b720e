import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useRefresh, useWrite } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useFieldText, type ValueOfField } from '../field-text.ts'
import type { ListedProfile } from '../values.ts'
import { detail } from './detail-text.ts'

interface Reverting {
  changeId: string
  field: ValueOfField & { id: number; displayName: string }
  /** Value before the change. */
  value: ValueOfField['value']
}

/** Puts a value of a profile back, after saying what that does. */
export function useRevert(profile: ListedProfile) {
  const t = useWords(detail)
  const fieldText = useFieldText()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const write = useWrite(profileHistory.revert, { quiet: true, refreshes: [profiles.get] })
  return async ({ changeId, field, value }: Reverting) => {
    const name = field.displayName
    const current = profile.fields.find(({ id }) => id === field.id) ?? { ...field, value: null }
    const now = fieldText(current) || t.nothing
    const then = fieldText({ ...field, value, masked: false })
    if (now === then) return alerts.success(t.revertSame({ then }))
    const text = then ? t.revertText({ now, then }) : t.revertClear({ now })
    if (!(await confirm({ title: t.revertTitle({ name }), text, yes: t.revert }))) return
    try {
      const body = { fieldId: field.id, originTime: profile.updatedAt }
      await write.mutateAsync({ params: { id: profile.id, changeId }, body })
      alerts.success(t.reverted)
    } catch (error) {
      if (!isApiError(error)) throw error
      alerts.error(error.message)
      // The question spoke of values that are no longer there: the page shows the newer ones now.
      if (error.name === 'stale_edit') await refresh(profiles.get, profileHistory.list)
    }
  }
}
