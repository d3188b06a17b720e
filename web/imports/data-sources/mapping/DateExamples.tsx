import { useFormat } from '../../../data/use-format.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import styles from './DateQuestions.module.css'
import type { DraftRow, SuggestedTarget } from './mapping-draft.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface DateExamplesProps {
  shown: SuggestedTarget['dateExamples'][number]
  /** The answer that was chosen. */
  answer: DraftRow['dateOrder'] | DraftRow['dateShift']
}

/** Up to three cells side by side, and below them the day that each means by each answer, or by the chosen one. */
export function DateExamples({ shown: { cells, empty }, answer }: DateExamplesProps) {
  const t = useStepWords(mappingText)
  const format = useFormat()
  const answers = cells[0]?.readings.map((reading) => reading.answer) ?? []
  const rows = answers.filter((one) => one !== 'empty' && (answer === null || one === answer))
  if (cells.length === 0) return null
  return (
    <table className={styles.examples}>
      {answer === null && empty > 0 && <caption>{t.leftEmpty({ count: empty })}</caption>}
      <thead>
        <tr>
          <td />
          {cells.map(({ text }) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one}>
            <th scope="row">{t[`read_${one}`]}</th>
            {cells.map(({ text, readings }) => (
              <td key={text}>{format.isoDate(readings.find((reading) => reading.answer === one)?.day) || EMPTY}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
