import { Button, Group } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { passkeyText } from './passkey-text.ts'
import styles from './RecoveryCodes.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  done: string
  onDone: () => void
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, done, onDone }: RecoveryCodesProps) {
  const t = useWords(passkeyText)
  const text = codes.join('\n')
  // Without a secure context there is no clipboard: they can be selected.
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => alerts.success(t.copied),
      () => undefined,
    )
  return (
    <div className={styles.codes}>
      <FormNote kind="info" message={t.codesText} />
      <ol aria-label={t.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={() => void copy()}>
          {t.copy}
        </Button>
        <Button
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="ruam-recovery-codes.txt"
          leftSection={<IconDownload size={16} stroke={1.6} />}
        >
          {t.save}
        </Button>
        <Button variant="filled" onClick={onDone}>
          {done}
        </Button>
      </Group>
    </div>
  )
}
