import { type ImagemapTemplate, imagemapTemplates } from '@ruam/contract/broadcasts/imagemap.ts'
import { useWords } from '../../data/text.ts'
import { richText } from '../rich-text.ts'
import styles from './Rich.module.css'
import { templateCells } from './rich-areas.ts'

interface RichLayoutsProps {
  chosen: ImagemapTemplate | null
  onChoose: (template: ImagemapTemplate) => void
}

/** The layouts of areas, each drawn small. */
export function RichLayouts({ chosen, onChoose }: RichLayoutsProps) {
  const r = useWords(richText)
  return (
    <fieldset className={styles.layouts}>
      <legend>{r.layouts}</legend>
      {imagemapTemplates.map((template) => (
        <button
          key={template}
          type="button"
          aria-label={r[template]}
          aria-pressed={template === chosen}
          onClick={() => onChoose(template)}
        >
          <svg viewBox="0 0 40 40" aria-hidden="true">
            {templateCells[template].map(([left, top, right, bottom]) => (
              <rect
                key={`${left} ${top}`}
                x={1 + left * 38 + 1}
                y={1 + top * 38 + 1}
                width={(right - left) * 38 - 2}
                height={(bottom - top) * 38 - 2}
                rx={2}
              />
            ))}
          </svg>
        </button>
      ))}
    </fieldset>
  )
}
