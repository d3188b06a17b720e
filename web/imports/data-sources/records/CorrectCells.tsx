import { TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { remainingText } from '../remaining-text.ts'
import type { RecordOfRun } from '../use-source.ts'
import styles from './CorrectCells.module.css'
import { type Legend, recordLineOf } from './record-view.ts'
import type { Corrections } from './use-corrections.ts'

interface CorrectCellsProps {
  record: RecordOfRun
  legend: Legend
  corrections: Corrections
}

/** Inputs for the cells that made a row fail. */
export function CorrectCells({ record, legend, corrections }: CorrectCellsProps) {
  const t = useWords(remainingText)
  if (record.correctable.length === 0) return <span className={styles.none}>{t.byFile}</span>
  const error = corrections.errorOf(record)
  return (
    <div className={styles.cells}>
      {record.correctable.map((column) => {
        const name = legend.columns.get(column) ?? column
        return (
          <TextInput
            key={column}
            size="sm"
            aria-label={t.fixCell({ column: name, no: recordLineOf(record) })}
            placeholder={name}
            value={corrections.textOf(record, column)}
            disabled={corrections.busy}
            error={Boolean(error)}
            onChange={(event) => corrections.type(record, column, event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing && corrections.count > 0) corrections.start()
            }}
            rightSection={
              corrections.isTyped(record) && !error ? (
                <IconCircleCheck size={16} stroke={1.6} color="var(--ruam-success)" />
              ) : undefined
            }
          />
        )
      })}
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
