import { useWords } from '../../data/text.ts'
import { usePhone } from '../use-phone.ts'
import styles from './Areas.module.css'
import { areaText } from './area-text.ts'
import { letterOf, type Rectangle, type Size, stepOf } from './areas.ts'

interface AreaHintProps {
  picture: Size
  areas: readonly Rectangle[]
  selected: number
  drawing: boolean
}

/** The size of the selected area, and how areas are drawn, moved and resized. */
export function AreaHint({ picture, areas, selected, drawing }: AreaHintProps) {
  const t = useWords(areaText)
  const phone = usePhone()
  const area = areas[selected]
  return (
    <p className={styles.below}>
      <span>{area && t.areaSize({ letter: letterOf(selected), width: area.width, height: area.height })}</span>
      <span>{drawing ? t.drawing : phone ? t.adjustByTouch : t.adjust({ count: stepOf(picture) })}</span>
    </p>
  )
}
