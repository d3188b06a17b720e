import { Button } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { useSaveView } from './use-save-view.ts'
import type { NewDefinition, SavedView } from './view-definition.ts'
import { viewText } from './view-text.ts'

interface ViewSaveProps {
  open: SavedView
  define: (withColumns: boolean) => NewDefinition
  onNew: () => void
}

/** Saves a changed view; that of a colleague only as a new one. */
export function ViewSave({ open, define, onNew }: ViewSaveProps) {
  const t = useWords(viewText)
  const c = useWords(common)
  const { saveChanges, pending } = useSaveView(open, define)
  return (
    <Button loading={pending} onClick={open.mine ? saveChanges : onNew}>
      {open.mine ? c.save : t.saveAs}
    </Button>
  )
}
