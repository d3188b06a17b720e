import { useWords } from '../../../data/text.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { sourceList } from './list-text.ts'
import { SourceActionList } from './SourceActionList.tsx'
import type { SourceRow } from './source-row.ts'

interface SourceActionsProps {
  source: SourceRow
  onNewFile: (source: SourceRow) => void
}

/** A row's button for what can be done with its data source. */
export function SourceActions({ source, onNewFile }: SourceActionsProps) {
  const t = useWords(sourceList)
  return (
    <ActionMenu label={t.actionsOf({ name: source.name })}>
      {(close) => <SourceActionList source={source} onNewFile={onNewFile} onDone={close} />}
    </ActionMenu>
  )
}
