import { Button } from '@mantine/core'
import { exports } from '@ruam/contract/exports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useMayCall } from '../core/may.ts'
import { useWords } from '../core/text.ts'
import { ExportDialog, type ExportDialogProps } from './ExportDialog.tsx'
import { exportText } from './text.ts'

export interface ExportButtonProps extends Omit<ExportDialogProps, 'onClose' | 'columns'> {
  /** What the person's list shows of them. */
  columns?: readonly { id: string }[]
}

/** Begins an export of these customers, for those who may. */
export default function ExportButton({ columns, ...asked }: ExportButtonProps) {
  const t = useWords(exportText)
  const [open, setOpen] = useState(false)
  if (!useMayCall(exports.create)) return null
  return (
    <>
      <Button
        variant="default"
        disabled={asked.people === '0'}
        leftSection={<IconDownload size={16} stroke={1.6} />}
        onClick={() => setOpen(true)}
      >
        {t.export}
      </Button>
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
