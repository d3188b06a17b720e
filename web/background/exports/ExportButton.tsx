import { ActionIcon, Button } from '@mantine/core'
import { exports } from '@ruam/contract/reports/exports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { ExportDialog, type ExportDialogProps } from './ExportDialog.tsx'
import { exportText } from './text.ts'

export interface ExportButtonProps extends Omit<ExportDialogProps, 'onClose' | 'columns'> {
  /** Columns of the person's list. */
  columns?: readonly { id: string }[]
  /** Its sign alone, as large as a thumb. */
  compact?: boolean
}

/** Begins an export of these customers, for those who may. */
export default function ExportButton({ columns, compact, ...asked }: ExportButtonProps) {
  const t = useWords(exportText)
  const [open, setOpen] = useState(false)
  if (!useMayCall(exports.create)) return null
  const shared = { variant: 'default', disabled: asked.people === '0', onClick: () => setOpen(true) }
  return (
    <>
      {compact ? (
        <ActionIcon {...shared} size={44} aria-label={t.export}>
          <IconDownload size={20} stroke={1.6} />
        </ActionIcon>
      ) : (
        <Button {...shared} leftSection={<IconDownload size={16} stroke={1.6} />}>
          {t.export}
        </Button>
      )}
      {open && (
        <ExportDialog
          {...asked}
          {...(columns && { columns: columns.map(({ id }) => id) })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
