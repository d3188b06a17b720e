import { ActionIcon } from '@mantine/core'
import { exports } from '@ruam/contract/exports.ts'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMayCall } from '../core/may.ts'
import { useWords } from '../core/text.ts'
import { onAwaited, panelOpen } from './awaited.ts'
import styles from './ExportPanel.module.css'
import ExportPanel from './ExportPanel.tsx'
import { isIncomplete } from './export-item.ts'
import { exportText } from './text.ts'
import { useExports } from './use-exports.ts'

/** Opens the panel of exports, for those who may have any (spec section 6). */
export default function ExportsButton() {
  return useMayCall(exports.list) ? <Exports /> : null
}

function Exports() {
  const t = useWords(exportText)
  const items = useExports()
  const [open, setOpen] = useState(panelOpen.get() ?? false)
  const show = (next: boolean) => {
    panelOpen.set(next)
    setOpen(next)
  }
  useEffect(() => onAwaited(() => setOpen(true)), [])
  const running = items.filter(isIncomplete).length
  const label = running > 0 ? t.openRunning({ count: running }) : t.title
  return (
    <>
      <ActionIcon className={styles.button} size={36} title={label} aria-expanded={open} onClick={() => show(!open)}>
        <IconDownload size={20} stroke={1.6} />
        {running > 0 && <span className={styles.dot} />}
      </ActionIcon>
      {open && createPortal(<ExportPanel items={items} onClose={() => show(false)} />, document.body)}
    </>
  )
}
