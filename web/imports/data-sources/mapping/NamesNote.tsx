import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import styles from './MatchSentence.module.css'
import type { MappingAnswer } from './mapping-answer.ts'
import { type Draft, isNameKey } from './mapping-draft.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface NamesNoteProps {
  mapping: MappingAnswer
  draft: Draft
  onSplit: (column: string) => void
}

/** Says what happens without names if the file has a column of names and nothing is mapped from any. */
export function NamesNote({ mapping, draft, onSplit }: NamesNoteProps) {
  const m = useStepWords(mappingText)
  const suggestion = mapping.sourceMapping.find(({ names }) => names)
  const named = Object.values(draft.rows).some(({ targets }) => targets.some(({ key }) => isNameKey(key)))
  const column = mapping.sourceSchema.find(({ id }) => id === suggestion?.sourceSchemaId)
  if (!suggestion || !column || named) return null
  return (
    <div className={styles.help} role="status">
      <IconAlertTriangle size={16} stroke={1.6} />
      <div>
        <p>
          {m.withoutNames({ name: column.name })}{' '}
          <Button variant="transparent" size="compact-sm" className={styles.act} onClick={() => onSplit(column.id)}>
            {m.useNames}
          </Button>
        </p>
      </div>
    </div>
  )
}
