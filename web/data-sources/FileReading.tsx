import { Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../core/text.ts'
import { FileChoices } from './FileChoices.tsx'
import styles from './FileSample.module.css'
import { importing } from './import-text.ts'
import { useDelimiterWords, useLetterWords } from './reading-words.ts'
import { type ReadState, type Settings, settingsOf, sheetsOfState } from './use-upload.ts'

interface FileReadingProps {
  state: ReadState
  onChange: (settings: Partial<Settings>) => void
}

/** How the file was read in one sentence; the choices behind it are folded while there is no doubt about them. */
export function FileReading({ state, onChange }: FileReadingProps) {
  const t = useWords(importing)
  const [opened, setOpened] = useState(false)
  const sentence = useSentence(state)
  const { step, head } = state
  const book = state.file.fileType === 'xlsx'
  const sheets = sheetsOfState(state)
  if (book && sheets.length < 2 && !sheets.some(({ hidden }) => hidden)) return null
  const unsure = step === 'refused' || head?.readingUnsure === true
  const open = opened || unsure
  if (!head && step === 'reading') return null
  return (
    <section className={styles.reading}>
      {step !== 'refused' && (
        <p className={styles.how} data-unsure={unsure}>
          {unsure ? (
            <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          ) : (
            <IconInfoCircle size={18} stroke={1.6} aria-hidden />
          )}
          <span>
            {sentence} {unsure && t.readingUnsure}
          </span>
          {!unsure && (
            <Button
              variant="transparent"
              size="compact-sm"
              aria-expanded={open}
              onClick={() => setOpened((before) => !before)}
            >
              {open ? t.readingFold : book ? t.changeSheet : t.changeReading}
            </Button>
          )}
        </p>
      )}
      {open && <FileChoices state={state} onChange={onChange} />}
    </section>
  )
}

function useSentence(state: ReadState): string {
  const t = useWords(importing)
  const letters = useLetterWords()
  const separators = useDelimiterWords()
  const { sheet, charset, delimiter, dropEmptyLast } = settingsOf(state)
  const how =
    state.file.fileType === 'xlsx'
      ? t.readSheet({ name: sheet ?? '' })
      : charset === 'utf-8'
        ? t.readText({ separator: separators[delimiter] })
        : t.readLetters({ separator: separators[delimiter], letters: letters[charset] })
  return dropEmptyLast ? `${how} ${t.emptyDropped}` : how
}
