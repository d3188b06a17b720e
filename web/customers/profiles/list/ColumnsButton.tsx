import { IconColumns3 } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import styles from './ColumnsButton.module.css'
import { listText } from './list-text.ts'
import { PanelButton } from './PanelButton.tsx'
import type { useColumns } from './use-columns.ts'

const loadPanel = async () => ({ default: (await import('./ColumnsPanel.tsx')).ColumnsPanel })
const ColumnsPanel = lazyPart(loadPanel)

/** Opens the choice of columns. */
export function ColumnsButton(props: ReturnType<typeof useColumns>) {
  const t = useWords(listText)
  return (
    <PanelButton
      label={t.columns}
      icon={<IconColumns3 size={16} stroke={1.6} />}
      align="right"
      className={styles.panel}
      load={loadPanel}
      onOpen={props.choose}
    >
      {() => <ColumnsPanel {...props} />}
    </PanelButton>
  )
}
