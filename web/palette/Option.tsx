import type { Item } from './item.ts'
import styles from './Palette.module.css'

interface OptionProps {
  id: string
  item: Item
  chosen: boolean
  onPoint: () => void
  onChoose: () => void
}

/** A line of the palette. */
export function Option({ id, item: { label, note, end, icon: Icon }, chosen, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y: the options are reached from the box by arrow keys
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={styles.option}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      {Icon && <Icon size={18} stroke={1.6} />}
      <span className={styles.label}>{label}</span>
      {note && <span className={styles.note}>{note}</span>}
      {end && <span className={styles.end}>{end}</span>}
    </div>
  )
}
