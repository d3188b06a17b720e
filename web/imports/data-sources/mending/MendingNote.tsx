import { Button } from '@mantine/core'
import { mending } from '@ruam/contract/imports/mending.ts'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { mendingTarget } from '../stages.ts'
import type { RunDetail } from '../use-source.ts'
import { FilledCells } from './FilledCells.tsx'
import { mendingText } from './mending-text.ts'
import { useChanges } from './use-mending.ts'

interface MendingNoteProps {
  id: number
  run: RunDetail
}

/** In a preview: the cells that were corrected as remembered. */
export function MendingNote({ id, run }: MendingNoteProps) {
  const changes = useChanges(id)
  const read = useRead(mending.get, { params: { id } }, { enabled: !run.outdated })
  const remembered = read.data?.remembered ?? 0
  return remembered > 0 ? <FilledCells count={remembered} changes={changes} /> : null
}

/** The way to the unreadable cells of a preview. */
export function MendingLink({ id, run }: MendingNoteProps) {
  const t = useWords(mendingText)
  const mayMend = useMayCall(mending.open)
  const hasCells = run.stats.unreadCells > 0 || run.failedColumns.some((column) => column.id !== null)
  if (!mayMend || run.outdated || !hasCells) return null
  return (
    <Button component={RouteLink} {...mendingTarget(id)}>
      {t.open}
    </Button>
  )
}
