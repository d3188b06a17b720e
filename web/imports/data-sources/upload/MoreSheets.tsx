import { Switch } from '@mantine/core'
import { useWords } from '../../../data/text.ts'
import { importing } from '../import-text.ts'
import type { FileHead, Settings } from './use-upload.ts'

interface MoreSheetsProps {
  head: FileHead
  onChange: (settings: Partial<Settings>) => void
}

/** Offers to read the other sheets with the same columns too. */
export function MoreSheets({ head, onChange }: MoreSheetsProps) {
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
