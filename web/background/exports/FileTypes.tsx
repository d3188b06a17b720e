import { Group, Radio } from '@mantine/core'
import type { exports } from '@ruam/contract/reports/exports.ts'
import type { Sending } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { exportText } from './text.ts'

export type FileType = Sending<typeof exports.create>['body']['fileType']

/** The form of a file. */
export function FileTypes({ value, onChange }: { value: FileType; onChange: (fileType: FileType) => void }) {
  const t = useWords(exportText)
  return (
    <Radio.Group label={t.fileType} value={value} onChange={(chosen) => onChange(chosen as FileType)}>
      <Group gap="lg" mt="xs">
        <Radio size="sm" value="xlsx" label={t.xlsx} />
        <Radio size="sm" value="csv" label={t.csv} />
      </Group>
    </Radio.Group>
  )
}
