import { NativeSelect } from '@mantine/core'
import { delimiters } from '@ruam/contract/formats/files.ts'
import { useWords } from '../../../data/text.ts'
import { EMPTY } from '../../../ui/Loaded.tsx'
import { importing } from '../import-text.ts'
import { ChoiceButtons } from './ChoiceButtons.tsx'
import styles from './FileSample.module.css'
import { useDelimiterWords, useLetterWords } from './reading-words.ts'
import { type ReadingSettings, type ReadState, readingSettingsOf, sheetsOfState } from './use-upload.ts'

/** More sheets than these are chosen from a list. */
const MOST_BUTTONS = 5

interface FileChoicesProps {
  state: ReadState
  onChange: (settings: Partial<ReadingSettings>) => void
}

/** Reading options with one click: charset, delimiter and quotes, or sheet. */
export function FileChoices({ state, onChange }: FileChoicesProps) {
  return (
    <div className={styles.choices}>
      {state.file.fileType === 'xlsx' ? (
        <SheetChoice state={state} onChange={onChange} />
      ) : (
        <TextChoices state={state} onChange={onChange} />
      )}
    </div>
  )
}

function TextChoices({ state, onChange }: FileChoicesProps) {
  const t = useWords(importing)
  const letters = useLetterWords()
  const separators = useDelimiterWords()
  const { charset, delimiter, quotes } = readingSettingsOf(state)
  // Which of its two orders a file in UTF-16 has is not for people to know.
  const utf16 = state.file.settings.charset === 'utf-16be' ? 'utf-16be' : 'utf-16le'
  const chosen = charset === 'utf-16be' || charset === 'utf-16le' ? utf16 : charset
  return (
    <>
      <ChoiceButtons
        label={t.letters}
        value={chosen}
        choices={(['utf-8', 'windows-874', utf16] as const).map((value) => ({ value, label: letters[value] }))}
        onChoose={(value) => onChange({ charset: value })}
      />
      <ChoiceButtons
        label={t.delimiter}
        value={delimiter}
        choices={delimiters.map((value) => ({ value, label: separators[value] }))}
        onChoose={(value) => onChange({ delimiter: value })}
      />
      <ChoiceButtons
        label={t.quotes}
        value={quotes}
        choices={[
          { value: 'double', label: t.quotes_double },
          { value: 'single', label: t.quotes_single },
          { value: 'backslash', label: t.quotes_backslash },
        ]}
        onChoose={(value) => onChange({ quotes: value })}
      />
    </>
  )
}

function SheetChoice({ state, onChange }: FileChoicesProps) {
  const t = useWords(importing)
  const sheets = sheetsOfState(state)
  const choices = sheets.map(({ name, rows, hidden }) => {
    const label = rows === null ? name : t.sheetRows({ name, rows })
    return { value: name, label: hidden ? t.sheetHidden({ sheet: label }) : label }
  })
  const value = readingSettingsOf(state).sheet ?? ''
  if (choices.length <= MOST_BUTTONS) {
    return <ChoiceButtons label={t.sheet} value={value} choices={choices} onChoose={(sheet) => onChange({ sheet })} />
  }
  return (
    <NativeSelect
      size="sm"
      label={t.sheet}
      value={value}
      data={value === '' ? [{ value: '', label: EMPTY }, ...choices] : choices}
      onChange={(event) => onChange({ sheet: event.currentTarget.value })}
    />
  )
}
