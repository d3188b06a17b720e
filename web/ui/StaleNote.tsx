import { Button } from '@mantine/core'
import { useWords } from '../data/text.ts'
import { FormNote } from './FormNote.tsx'
import { recordWords } from './record-words.ts'
import styles from './StaleNote.module.css'

interface StaleNoteProps {
  stale: boolean
  /** Concurrent changes: name, current value, and how to accept it. */
  conflicts: { label: string; value: string; onTake: () => void }[]
}

/** Reports a simultaneous edit, and offers the other person's value of each thing that both changed. */
export function StaleNote({ stale, conflicts }: StaleNoteProps) {
  const t = useWords(recordWords)
  if (!stale) return null
  return (
    <div className={styles.stale}>
      <FormNote
        kind={conflicts.length > 0 ? 'error' : 'info'}
        message={conflicts.length > 0 ? t.stale : t.staleMerged}
      />
      {conflicts.map(({ label, value, onTake }) => (
        <div key={label}>
          <span>{t.theirs({ field: label, value: value || t.nothing })}</span>
          <Button size="sm" onClick={onTake} aria-label={t.takeTheirsOf({ field: label })}>
            {t.takeTheirs}
          </Button>
        </div>
      ))}
    </div>
  )
}
