import { Button, FileButton, NativeSelect } from '@mantine/core'
import { delimiters } from '@ruam/contract/files.ts'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { formatBytes } from '../core/format.ts'
import { useWords } from '../core/text.ts'
import { FileRefusal } from './FileRefusal.tsx'
import styles from './FileSample.module.css'
import { text } from './text.ts'
import type { Delimiter, UploadState } from './use-upload.ts'
import { wizard } from './wizard-text.ts'

interface FileSampleProps {
  state: Extract<UploadState, { step: 'reading' | 'refused' | 'ready' }>
  onDelimiter: (delimiter: Delimiter) => void
  onFile: (file: File) => void
}

/** The uploaded file: how it is read, its first rows, and another file instead. */
export function FileSample({ state, onDelimiter, onFile }: FileSampleProps) {
  const t = useWords(wizard)
  const s = useWords(text)
  const names = { ',': t.comma, ';': t.semicolon, '\t': t.tab, '|': t.pipe }
  const delimiter = state.step === 'ready' ? state.head.settings.delimiter : (state.delimiter ?? ',')
  return (
    <div className={styles.file}>
      <div className={styles.head}>
        <IconFileTypeCsv size={20} stroke={1.6} aria-hidden />
        <p>
          <strong>{state.file.fileName}</strong>
          <span>
            {formatBytes(state.file.fileSize)}
            {state.step === 'ready' && ` · ${s.columns({ count: state.head.columns.length })}`}
          </span>
        </p>
        <FileButton accept=".csv,text/csv" onChange={(file) => file && onFile(file)}>
          {(props) => <Button {...props}>{t.chooseOther}</Button>}
        </FileButton>
      </div>
      <FileRefusal refusal={state.step === 'refused' ? state.refusal : undefined} />
      <div className={styles.settings}>
        <p>{state.step === 'ready' && t.sampleText}</p>
        <NativeSelect
          size="sm"
          label={t.delimiter}
          value={delimiter}
          data={delimiters.map((value) => ({ value, label: names[value] }))}
          onChange={(event) => {
            const chosen = delimiters.find((one) => one === event.currentTarget.value)
            if (chosen) onDelimiter(chosen)
          }}
        />
      </div>
      {state.step === 'ready' && <SampleRows head={state.head} />}
      {state.step === 'reading' && <div className={styles.bone} role="status" aria-label={t.reading} />}
    </div>
  )
}

function SampleRows({ head }: { head: Extract<UploadState, { step: 'ready' }>['head'] }) {
  const t = useWords(wizard)
  const title = t.sampleTitle({ count: head.sample.length })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.rows} aria-label={title} tabIndex={0}>
      <table>
        <caption className="ruam-heard">{title}</caption>
        <thead>
          <tr>
            {head.columns.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {head.sample.map((row, no) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file have no name but their place
            <tr key={no}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as the row
                <td key={place}>{cell || '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
