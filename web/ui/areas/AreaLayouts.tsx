import styles from './Areas.module.css'
import type { Cell } from './areas.ts'

interface AreaLayoutsProps<T extends string> {
  legend: string
  layouts: readonly { key: T; name: string; cells: readonly Cell[] }[]
  /** Width of the picture for a height of 1. */
  ratio: number
  chosen: T | null
  disabled?: boolean
  onChoose: (layout: T) => void
}

/** Layouts of areas, each drawn small. */
export function AreaLayouts<T extends string>({
  legend,
  layouts,
  ratio,
  chosen,
  disabled,
  onChoose,
}: AreaLayoutsProps<T>) {
  // Pixels of the drawing.
  const across = ratio > 1 ? 50 : 40
  const down = Math.round(across / ratio)
  const [width, height] = [across - 2, down - 2]
  return (
    <fieldset className={styles.layouts} disabled={disabled}>
      <legend>{legend}</legend>
      {layouts.map(({ key, name, cells }) => (
        <button key={key} type="button" aria-label={name} aria-pressed={key === chosen} onClick={() => onChoose(key)}>
          <svg width={across} height={down} aria-hidden="true">
            {cells.map(([left, top, right, bottom]) => (
              <rect
                key={`${left} ${top}`}
                x={1 + left * width + 1}
                y={1 + top * height + 1}
                width={(right - left) * width - 2}
                height={(bottom - top) * height - 2}
                rx={2}
              />
            ))}
          </svg>
        </button>
      ))}
    </fieldset>
  )
}
