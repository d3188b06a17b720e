import { Button, Group, Stack } from '@mantine/core'
import { useRef } from 'react'
import { useWords } from '../data/text.ts'
import { alerts } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import styles from './KeyList.module.css'
import { text } from './text.ts'

interface SecretDialogProps {
  secret: string
  onClose: () => void
}

/** Shows a new secret once, with a first call to try it. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const t = useWords(text)
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    // Without a secure context there is no clipboard: it stands there, marked.
    getSelection()?.selectAllChildren(shown.current!)
    await navigator.clipboard?.writeText(secret).then(
      () => alerts.success(t.copied),
      () => undefined,
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t.secretTitle} closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md" mt="sm">
        <FormNote kind="info" message={t.secretText} />
        <code ref={shown} className={`${styles.secret} ${styles.code}`} data-secret>
          {secret}
        </code>
        <span className={styles.quiet}>{t.tryIt}</span>
        <code className={`${styles.secret} ${styles.code}`}>
          {`curl ${location.origin}/open-api/v1/profiles -H "Authorization: Bearer ${secret}"`}
        </code>
        <Group justify="flex-end" gap="sm">
          <Button size="md" onClick={() => void copy()}>
            {t.copy}
          </Button>
          <Button size="md" variant="filled" onClick={onClose}>
            {t.done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
