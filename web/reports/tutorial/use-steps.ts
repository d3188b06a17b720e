import { type TutorialKey, tutorial } from '@ruam/contract/reports/tutorial.ts'
import { useState } from 'react'
import { call, type Got, useRead, useRefresh } from '../../data/api.ts'
import { useSession } from '../../data/session.ts'
import { alerts } from '../../ui/alerts.ts'
import { type LinkTarget, mayFollow, type RouteName } from '../../ui/route.tsx'

type Step = Got<typeof tutorial.list>[number]

/** Screen of each step. */
const ways: Readonly<Record<TutorialKey, LinkTarget & { to: RouteName }>> = {
  connect_line: { to: 'setting-line-oa' },
  first_import: { to: 'data-source-v2-check' },
  first_segment: { to: 'segmentation-create' },
  first_broadcast: { to: 'broadcast-create' },
  invite_staff: { to: 'setting-user-management-create-edit' },
}

export interface VisibleStep extends Step {
  way: LinkTarget
}

/** The person's first steps that have a screen which they may open, and what puts them away or brings them back. */
export function useSteps() {
  const rights = useSession().store?.rights
  const read = useRead(tutorial.list, {})
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const shown = (read.data ?? []).flatMap((step): VisibleStep[] => {
    const way = ways[step.key]
    return mayFollow(rights, way.to) ? [{ ...step, way }] : []
  })
  const open = shown.filter(({ status }) => status !== 'completed')
  const say = async (status: 'dismissed' | 'not_started') => {
    setBusy(true)
    try {
      for (const { key } of open) await call(tutorial.put, { body: { key, status } })
    } catch (error) {
      alerts.error((error as Error).message)
    }
    await refresh(tutorial.list)
    setBusy(false)
  }
  return {
    read,
    shown,
    busy,
    /** Nothing is left to do of them. */
    over: read.data !== undefined && open.length === 0,
    away: open.length > 0 && open.every(({ status }) => status === 'dismissed'),
    putAway: () => say('dismissed'),
    bringBack: () => say('not_started'),
  }
}
