import { Button } from '@mantine/core'
import { mending } from '@ruam/contract/imports/mending.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { mendingText } from './mending-text.ts'
import type { Changes } from './use-mending.ts'

/** Cells that rules of an earlier file have filled, and the way to take that back. */
export function FilledCells({ count, changes }: { count: number; changes: Pick<Changes, 'busy' | 'undo'> }) {
  const t = useWords(mendingText)
  const mayUndo = useMayCall(mending.undo)
  return (
    <p>
      {t.filled({ count })}{' '}
      {mayUndo && (
        <Button size="compact-sm" variant="subtle" loading={changes.busy} onClick={() => void changes.undo(0)}>
          {t.undoFilled}
        </Button>
      )}
    </p>
  )
}
