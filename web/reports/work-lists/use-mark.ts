import { counter } from '@ruam/contract/customers/counter.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { type WorkListKind, workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { useState } from 'react'
import { call, useRefresh } from '../../data/api.ts'
import { ApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { alerts, UNDO_MS } from '../../ui/alerts.ts'
import { useNameOf, type WorkRow } from './item.ts'
import { text } from './text.ts'

/** Takes rows off a list, with an undo in the alert, or puts them back. */
export function useMark(kind: WorkListKind) {
  const t = useWords(text)
  const nameOf = useNameOf()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)

  async function send(rows: readonly WorkRow[], done: boolean): Promise<boolean> {
    setBusy(true)
    try {
      if (kind === 'follow-ups')
        for (const { profileId, id } of rows)
          await call(profileActivities.markNote, { params: { id: profileId, activityId: id }, body: { done } })
      else await call(workListCalls.mark, { body: { kind, profileIds: rows.map(({ profileId }) => profileId), done } })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.error(error.message)
      return false
    } finally {
      setBusy(false)
      void refresh(workListCalls.list, dashboard.today, profileActivities.followUps, counter.home)
    }
  }

  async function finish(rows: readonly WorkRow[], left: number): Promise<boolean> {
    if (!(await send(rows, true))) return false
    const [only, ...others] = rows
    const said =
      others.length === 0 ? t.doneNamed({ name: nameOf(only!), left }) : t.doneMany({ count: rows.length, left })
    alerts.success(said, { autoClose: UNDO_MS, action: { label: t.undo, onClick: () => send(rows, false) } })
    return true
  }

  return { busy, finish, reopen: (rows: readonly WorkRow[]) => send(rows, false) }
}
