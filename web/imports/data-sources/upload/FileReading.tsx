import { Button, Switch } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import { FileChoices } from './FileChoices.tsx'
import styles from './FileSample.module.css'
import { useDelimiterWords, useLetterWords } from './reading-words.ts'
import {
  type FileHead,
  type ReadingSettings,
  type ReadState,
  type Refusal,
  readingSettingsOf,
  sheetsOfState,
} from './use-upload.ts'

interface FileReadingProps {
  state: ReadState
  onChange: (settings: Partial<ReadingSettings>) => void
}

/** Describes how the file was read; options are folded while certain. */
export function FileReading({ state, onChange }: FileReadingProps) {
  const t = useWords(importing)
  const [opened, setOpened] = useState(false)
  const sentence = useSentence(state)
  const { step, head } = state
  const book = state.file.fileType === 'xlsx'
  const sheets = sheetsOfState(state)
  if (book && sheets.length < 2 && !sheets.some(({ hidden }) => hidden)) return null
  const mended = step === 'refused' && !ofHeader.includes(state.refusal.name)
  const unsure = step !== 'refused' && head?.readingUnsure === true
  const open = opened || unsure || mended
  if (!head && !mended) return null
  return (
    <section className={styles.reading}>
      {!mended && (
        <p className={styles.how} data-unsure={unsure}>
          {unsure ? (
            <IconAlertTriangle className={styles.sign} size={18} stroke={1.6} />
          ) : (
            <IconInfoCircle className={styles.sign} size={18} stroke={1.6} />
          )}
          <span className={styles.sentence}>{unsure && !book ? t.readingUnsure : sentence}</span>
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
      {step !== 'refused' && head && head.alikeSheets.length > 0 && <MoreSheets head={head} onChange={onChange} />}
      {open && <FileChoices state={state} onChange={onChange} />}
    </section>
  )
}

/** Refusals that another row as the header mends, and not another way to read. */
const ofHeader: (Refusal['name'] | undefined)[] = ['duplicate_column_header', 'empty_column_header']

function useSentence(state: ReadState): string {
  const t = useWords(importing)
  const letters = useLetterWords()
  const separators = useDelimiterWords()
  const { sheet, moreSheets = [], charset, delimiter, dropEmptyLast } = readingSettingsOf(state)
  const hidden = sheetsOfState(state).some((one) => one.hidden && one.name === sheet)
  // In the middle of an English sentence.
  const separator = separators[delimiter].toLowerCase()
  const how =
    state.file.fileType === 'xlsx'
      ? moreSheets.length > 0
        ? t.sheetsTaken({ sheets: moreSheets.length + 1, names: [sheet, ...moreSheets].join(' · ') })
        : (hidden ? t.readHidden : t.readSheet)({ name: sheet ?? '' })
      : charset === 'utf-8'
        ? t.readText({ separator })
        : t.readLetters({ separator, letters: letters[charset] })
  return dropEmptyLast ? `${how} ${t.emptyDropped}` : how
}

interface MoreSheetsProps {
  head: FileHead
  onChange: (settings: Partial<ReadingSettings>) => void
}

/** Offers to read the other sheets with the same columns too. */
function MoreSheets({ head, onChange }: MoreSheetsProps) {
  const t = useWords(importing)
  const { settings, sheets, alikeSheets } = head
  const names = [settings.sheet, ...alikeSheets]
  // Each sheet has a header row.
  const rows = sheets
    .filter(({ name }) => names.includes(name))
    .reduce((sum, one) => sum + Math.max(0, (one.rows ?? 0) - 1), 0)
  return (
    <Switch
      label={t.takeSheets({ sheets: names.length, rows })}
      description={alikeSheets.join(' · ')}
      checked={settings.moreSheets !== undefined}
      onChange={(event) =>
        onChange({ sheet: settings.sheet, moreSheets: event.currentTarget.checked ? alikeSheets : undefined })
      }
    />
  )
}
