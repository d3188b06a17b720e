import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import styles from './ExportPanel.module.css'
import { exportText } from './text.ts'
import { useExportPanel } from './use-export-panel.tsx'

/** Opens the panel of exports. */
export default function ExportsButton() {
  const t = useWords(exportText)
  const { may, running, open, show, panel } = useExportPanel()
  if (!may) return null
  const label = running.length > 0 ? t.openRunning({ count: running.length }) : t.title
  return (
    <>
      <ActionIcon className={styles.button} size={36} title={label} aria-expanded={open} onClick={() => show(!open)}>
        <IconDownload size={20} stroke={1.6} />
        {running.length > 0 && <span className={styles.dot} />}
      </ActionIcon>
      {panel}
    </>
  )
}
