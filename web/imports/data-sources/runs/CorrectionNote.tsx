import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { useMayOpen } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import { recordText } from '../record-text.ts'
import type { Run } from '../use-source.ts'
import { CorrectionButton } from './CorrectionButton.tsx'
import styles from './CorrectionNote.module.css'

interface CorrectionNoteProps {
  id: number
  run: Pick<Run, 'runId' | 'kind' | 'stats'>
}

/** Advice on rejected rows: download, correct, upload again. */
export function CorrectionNote({ id, run }: CorrectionNoteProps) {
  const t = useWords(recordText)
  const { failed, held, unreadRows } = run.stats
  const faulty = failed - held
  const noFaulty = unreadRows > 0 ? t.correctableCells : t.heldCorrectable
  const said = faulty === 0 ? noFaulty : (held > 0 ? t.correctableHeld : t.correctable)({ count: faulty })
  const mayImport = useMayOpen('data-source-import')
  return (
    <div className={styles.note}>
      <p>
        <strong>{said}</strong> {t.downloadHint}
      </p>
      <CorrectionButton id={id} run={run} />
      {mayImport && (
        <Button component={RouteLink} to="data-source-import" leftSection={<IconUpload size={16} stroke={1.6} />}>
          {t.uploadCorrected}
        </Button>
      )}
    </div>
  )
}
