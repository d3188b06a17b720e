import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { useWords } from '../../data/text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RouteLink, routeAddress } from '../../ui/route.tsx'
import { segmentText } from './segment-text.ts'

/** Page of a missing label; addresses without an id lead to the list. */
export function SegmentMissing({ id }: { id: string }) {
  const t = useWords(segmentText)
  const list = routeAddress('segmentation-list')
  if (id === '' && list) return <Navigate to={list as never} replace />
  const button = (
    <Button component={RouteLink} to="segmentation-list">
      {t.toList}
    </Button>
  )
  return <EmptyState icon={IconUsersGroup} title={t.gone} action={button} />
}
