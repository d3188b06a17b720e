import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import { formatBytes } from '../../../data/format.ts'
import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import { text } from '../text.ts'
import { FileButton } from './FileButton.tsx'
import { FileReading } from './FileReading.tsx'
import { FileRefusal } from './FileRefusal.tsx'
import styles from './FileSample.module.css'
import { HeaderChoice } from './HeaderChoice.tsx'
import { SampleRows } from './SampleRows.tsx'
import { asksHeader, type ReadState, type Settings } from './use-upload.ts'

interface FileSampleProps {
  state: ReadState
  onChange: (settings: Partial<Settings>) => void
  onFile: (file: File) => void
}

/** The uploaded file: how it is read, its first rows, and another file instead. */
export function FileSample({ state, onChange, onFile }: FileSampleProps) {
  const t = useWords(importing)
  const s = useWords(text)
  const wayOut = useWayOut()
  const [choosing, setChoosing] = useState(false)
  const { step, file, head } = state
  const refused = step === 'refused'
  const Icon = file.fileType === 'xlsx' ? IconFileSpreadsheet : IconFileTypeCsv
  const open = asksHeader(state)
  const emptyLast = refused ? Number(state.refusal.details?.empty_last ?? 0) : 0
  return (
    <div className={styles.file} aria-busy={step === 'reading'}>
      <div className={styles.head}>
        <Icon size={20} stroke={1.6} />
        <p>
          <strong>{file.fileName}</strong>
          <span>
            {formatBytes(file.fileSize)}
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
