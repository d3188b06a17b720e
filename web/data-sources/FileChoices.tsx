import { NativeSelect } from '@mantine/core'
import { delimiters } from '@ruam/contract/files.ts'
import { useWords } from '../core/text.ts'
import { ChoiceButtons } from './ChoiceButtons.tsx'
import styles from './FileSample.module.css'
import { importing } from './import-text.ts'
import type { ReadState, Settings } from './use-upload.ts'

/** More sheets than these are chosen from a list. */
const MOST_BUTTONS = 5

interface FileChoicesProps {
  state: ReadState
  onChange: (settings: Partial<Settings>) => void
}

/** How the file is read, to be changed with one click: charset and delimiter, or the sheet of a workbook. */
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

/** The settings that are shown as chosen: those asked for, else those the file was read with. */
const settingsOf = ({ file, head, asked }: ReadState): Settings => ({ ...file.settings, ...head?.settings, ...asked })

function TextChoices({ state, onChange }: FileChoicesProps) {
  const t = useWords(importing)
  const { charset, delimiter } = settingsOf(state)
  // Which of its two orders a file in UTF-16 has is not for people to know.
  const utf16 = state.file.settings.charset === 'utf-16be' ? 'utf-16be' : 'utf-16le'
  const words = { ',': t.comma, ';': t.semicolon, '\t': t.tab, '|': t.pipe, '||': t.doublePipe }
  return (
    <>
      <ChoiceButtons
        label={t.charset}
        value={charset === 'utf-16be' || charset === 'utf-16le' ? utf16 : charset}
        choices={[
          { value: 'utf-8', label: 'UTF-8' },
          { value: 'windows-874', label: t.thaiCharset },
          { value: utf16, label: 'UTF-16' },
        ]}
        onChoose={(value) => onChange({ charset: value })}
      />
      <ChoiceButtons
        label={t.delimiter}
        value={delimiter}
        choices={delimiters.map((value) => ({ value, label: words[value] }))}
        onChoose={(value) => onChange({ delimiter: value })}
      />
    </>
  )
}

function SheetChoice({ state, onChange }: FileChoicesProps) {
  const t = useWords(importing)
  const sheets = (state.step === 'refused' ? state.sheets : state.head?.sheets) ?? []
  if (sheets.length < 2) return null
  const choices = sheets.map(({ name, rows }) => ({
    value: name,
    label: rows === null ? name : t.sheetRows({ name, rows }),
  }))
  const value = settingsOf(state).sheet ?? ''
  if (choices.length <= MOST_BUTTONS) {
    return <ChoiceButtons label={t.sheet} value={value} choices={choices} onChoose={(sheet) => onChange({ sheet })} />
  }
  return (
    <NativeSelect
      size="sm"
      label={t.sheet}
      value={value}
      data={choices}
      onChange={(event) => onChange({ sheet: event.currentTarget.value })}
    />
  )
}
