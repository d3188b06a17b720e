import { Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useId } from 'react'
import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import styles from './FileSample.module.css'
import type { FileHead } from './use-upload.ts'

interface HeaderChoiceProps {
  head: FileHead
  /** Current header row, counted from 1; 0: no header; undefined: undecided. */
  chosen: number | undefined
  /** The first row looks like data: the question has to be answered. */
  asked: boolean
  onChoose: (row: number) => void
}

/** The first rows of a file as they stand: the one that names the columns is chosen by a click on it, or none is. */
export function HeaderChoice({ head, chosen, asked, onChoose }: HeaderChoiceProps) {
  const t = useWords(importing)
  const title = useId()
  return (
    <section className={styles.question} data-asked={asked} aria-labelledby={title}>
      <div className={styles.ask}>
        <IconHelpCircle size={18} stroke={1.6} />
        <h2 id={title}>{asked ? t.headerAsked : t.headerChoose}</h2>
        <Button aria-pressed={chosen === 0} onClick={() => onChoose(0)}>
          {t.noHeader}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.rows} aria-label={t.firstRows} tabIndex={0}>
        <table>
          <caption className="ruam-heard">{t.firstRows}</caption>
          <tbody>
            {head.firstRows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no name but their place
              <tr key={place} data-chosen={chosen === place + 1}>
                <th scope="row">
                  <button type="button" aria-pressed={chosen === place + 1} onClick={() => onChoose(place + 1)}>
                    {t.headerRow({ row: head.firstLines[place] ?? place + 1 })}
                  </button>
                </th>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as the row
                  <td key={column}>{cell || '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
