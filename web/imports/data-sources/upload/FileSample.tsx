import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv, IconHelpCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatBytes } from '../../../data/format-size.ts'
import { useWords } from '../../../data/text.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { importing } from '../import-text.ts'
import { text } from '../text.ts'
import { FileButton } from './FileButton.tsx'
import { FileReading } from './FileReading.tsx'
import { FileRefusal } from './FileRefusal.tsx'
import styles from './FileSample.module.css'
import { useKindWord } from './reading-words.ts'
import { SampleRows } from './SampleRows.tsx'
import { type FileHead, needsHeaderChoice, type ReadingSettings, type ReadState } from './use-upload.ts'

interface FileSampleProps {
  state: ReadState
  onChange: (settings: Partial<ReadingSettings>) => void
  onFile: (file: File) => void
}

/** The uploaded file: how it is read, its first rows, and another file instead. */
export function FileSample({ state, onChange, onFile }: FileSampleProps) {
  const t = useWords(importing)
  const s = useWords(text)
  const wayOut = useWayOut()
  const kindWord = useKindWord()
  const [choosing, setChoosing] = useState(false)
  const { step, file, head } = state
  const refused = step === 'refused'
  const Icon = file.fileType === 'xlsx' ? IconFileSpreadsheet : IconFileTypeCsv
  const open = needsHeaderChoice(state)
  const emptyLast = refused ? Number(state.refusal.details?.empty_last ?? 0) : 0
  return (
    <div className={styles.file} aria-busy={step === 'reading'}>
      <div className={styles.head}>
        <Icon size={20} stroke={1.6} />
        <p>
          <strong>{file.fileName}</strong>
          <span>
            {`${kindWord(file.fileKind)} · ${formatBytes(file.fileSize)}`}
            {head && !refused && ` · ${s.columns({ count: head.columns.length })}`}
          </span>
        </p>
        <FileButton onFile={onFile}>{t.chooseOther}</FileButton>
      </div>
      <FileRefusal refusal={refused ? state.refusal : undefined} wayOut={refused ? wayOut(state) : undefined} />
      {emptyLast > 0 && (
        <Button className={styles.drop} onClick={() => onChange({ dropEmptyLast: true })}>
          {t.dropEmpty({ count: emptyLast })}
        </Button>
      )}
      <FileReading state={state} onChange={onChange} />
      {step === 'reading' && !head && <div className={styles.bone} role="status" aria-label={t.reading} />}
      {head && (refused || choosing || open) ? (
        <HeaderChoice
          head={head}
          chosen={refused || open ? undefined : head.settings.headerRow}
          asked={open && !refused}
          onChoose={(headerRow) => {
            setChoosing(false)
            onChange({ headerRow })
          }}
        />
      ) : (
        head && <SampleRows head={head} stale={step === 'reading'} onChooseHeader={() => setChoosing(true)} />
      )}
    </div>
  )
}

/** Alternatives for a rejected file without leaving the page. */
function useWayOut() {
  const t = useWords(importing)
  return ({ refusal, sheets = [], file }: Extract<ReadState, { step: 'refused' }>): string | undefined => {
    switch (refusal.name) {
      case 'duplicate_column_header':
      case 'empty_column_header':
        return t.otherHeader
      case 'too_many_columns':
        return file.fileType === 'xlsx' ? undefined : t.otherDelimiter
      case 'quotes_unclear':
        return t.otherQuotes
      case 'file_empty':
      case 'sheet_not_found':
        return sheets.length > 1 ? t.otherSheet : undefined
      default:
        return undefined
    }
  }
}

interface HeaderChoiceProps {
  head: FileHead
  /** Current header row, counted from 1; 0: no header; undefined: undecided. */
  chosen: number | undefined
  /** The first row looks like data: the question has to be answered. */
  asked: boolean
  onChoose: (row: number) => void
}

/** The first rows of a file as they stand: the one that names the columns is chosen by a click on it, or none is. */
function HeaderChoice({ head, chosen, asked, onChoose }: HeaderChoiceProps) {
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
                  <td key={column}>{cell || EMPTY}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
