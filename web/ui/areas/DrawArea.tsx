import { Button } from '@mantine/core'
import { useWords } from '../../data/text.ts'
import styles from './Areas.module.css'
import { areaText } from './area-text.ts'
import type { DrawState } from './use-area-editor.ts'

/** The button that draws another area, with a note after it. */
export function DrawArea({ draw: { drawing, free, onAdd, onDrawing }, note }: { draw: DrawState; note?: string }) {
  const t = useWords(areaText)
  return (
    <div className={styles.adds}>
      <Button
        variant="subtle"
        size="sm"
        aria-pressed={drawing}
        disabled={!free}
        // A keyboard cannot drag: the area appears where there is room.
        onClick={({ detail }) => (detail === 0 ? onAdd(free) : onDrawing(!drawing))}
      >
        + {t.draw}
      </Button>
      <span>{free ? note : t.noRoom}</span>
    </div>
  )
}
