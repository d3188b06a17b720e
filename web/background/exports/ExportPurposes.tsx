import { Radio, Stack } from '@mantine/core'
import { exportPurposes } from '@ruam/contract/reports/exports.ts'
import { useWords } from '../../data/text.ts'
import { dialogText } from './dialog-text.ts'
import styles from './ExportDialog.module.css'

/** What a file is for; `activity` is a file of another kind. */
export type ExportPurpose = (typeof exportPurposes)[number] | 'activity'

interface ExportPurposesProps {
  value: ExportPurpose
  /** True if the person's list has columns of its own. */
  screen: boolean
  /** True if customers have activities. */
  activities: boolean
  onChange: (wanted: ExportPurpose) => void
}

/** Asks what the file is for. */
export function ExportPurposes({ value, screen, activities, onChange }: ExportPurposesProps) {
  const t = useWords(dialogText)
  const choices: ExportPurpose[] = [
    ...exportPurposes.filter((purpose) => purpose !== 'screen' || screen),
    ...(activities ? (['activity'] as const) : []),
  ]
  const about = { screen: t.screenAbout, letters: t.lettersAbout, excel: t.excelAbout, back: t.backAbout, activity: '' }
  return (
    <Radio.Group label={t.purpose} value={value} onChange={(chosen) => onChange(chosen as ExportPurpose)}>
      <Stack gap={6} mt="xs">
        {choices.map((wanted) => (
          <Radio
            key={wanted}
            size="sm"
            className={styles.purpose}
            value={wanted}
            label={t[wanted]}
            description={about[wanted] || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
