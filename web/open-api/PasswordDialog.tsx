import { Button, Group, Stack } from '@mantine/core'
import { useRef } from 'react'
import { useWords } from '../data/text.ts'
import { alerts } from '../ui/alerts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import styles from './ProfileApi.module.css'
import { text } from './profile-api-text.ts'

/** Shows the password of the SQL account once. */
export function PasswordDialog({ password, onClose }: { password: string; onClose: () => void }) {
  const t = useWords(text)
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    // Without a secure context there is no clipboard: it stands there, marked.
    getSelection()?.selectAllChildren(shown.current!)
    await navigator.clipboard?.writeText(password).then(
      () => alerts.success(t.copied),
      () => undefined,
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t.passwordTitle} closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md" mt="sm">
        <FormNote kind="info" message={t.passwordText} />
        <code ref={shown} className={styles.code} data-secret>
          {password}
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
