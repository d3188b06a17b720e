import { Button, Group, Stack } from '@mantine/core'
import { useRef } from 'react'
import { useWords } from '../data/text.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FormNote } from '../ui/FormNote.tsx'
import { RouteLink } from '../ui/route.tsx'
import styles from './OpenApi.module.css'
import { text } from './text.ts'
import { useCopy } from './use-copy.ts'

interface SecretDialogProps {
  secret: string
  /** Name of the kind of credential. */
  what: string
  /** A first call to try the secret with, as method and address. */
  call?: string | undefined
  onClose: () => void
}

/** Shows a new secret once, with a first call to try it. */
export function SecretDialog({ secret, what, call, onClose }: SecretDialogProps) {
  const t = useWords(text)
  const copy = useCopy()
  const shown = useRef<HTMLElement>(null)
  return (
    <Dialog opened onClose={onClose} title={t.secretTitle({ what })} closeOnClickOutside={false} closeOnEscape={false}>
      <Stack gap="md" mt="sm">
        <FormNote kind="info" message={t.secretText({ what })} />
        <code ref={shown} className={`${styles.secret} ${styles.code}`} data-secret>
          {secret}
        </code>
        {call && (
          <>
            <span className={styles.quiet}>{t.tryIt}</span>
            <code className={`${styles.secret} ${styles.code}`}>
              {`curl ${call} -H "Authorization: Bearer ${secret}"`}
            </code>
          </>
        )}
        <RouteLink to="docs-get-started" target="_blank">
          {t.docs}
        </RouteLink>
        <Group justify="flex-end" gap="sm">
          <Button size="md" onClick={() => void copy(secret, shown.current)}>
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
