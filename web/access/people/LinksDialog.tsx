import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import styles from './People.module.css'
import { text } from './text.ts'

/** An invited person, with the link to hand on; without link and refusal, the link is mailed. */
export interface Invited {
  email: string
  link?: string | undefined
  refusal?: string
}

interface LinksDialogProps {
  invited: readonly Invited[]
  /** True for new secrets of programs, under their names. */
  secrets?: boolean
  onClose: () => void
}

/** Links of invitations or new secrets, to be copied: they are shown this once. */
export function LinksDialog({ invited, secrets = false, onClose }: LinksDialogProps) {
  const t = useWords(text)
  const byLink = invited.some(({ link }) => link)
  const copy = async (link: string, input: HTMLInputElement | null) => {
    // Without a secure context there is no clipboard: it stands there, marked.
    input?.select()
    await navigator.clipboard?.writeText(link).then(
      () => alerts.success(t.copied),
      () => undefined,
    )
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={secrets ? t.newSecrets : byLink ? t.linksTitle : t.mailsTitle}
      size={480}
      closeOnClickOutside={false}
    >
      <Stack gap="lg" mt="sm">
        <FormNote kind="info" message={secrets ? t.newSecretsText : byLink ? t.linksText : t.mailsText} />
        <ul className={styles.links}>
          {invited.map(({ email, link, refusal }) => (
            <li key={email}>
              {link ? (
                <div className={styles.link}>
                  <TextInput
                    label={email}
                    aria-label={secrets ? t.secretOf({ name: email }) : t.linkOf({ email })}
                    value={link}
                    readOnly
                    onFocus={(event) => event.currentTarget.select()}
                  />
                  <Button
                    size="md"
                    aria-label={secrets ? t.copySecretOf({ name: email }) : t.copyOf({ email })}
                    leftSection={<IconCopy size={16} stroke={1.6} />}
                    onClick={({ currentTarget }) =>
                      void copy(link, currentTarget.parentElement!.querySelector<HTMLInputElement>('input'))
                    }
                  >
                    {t.copy}
                  </Button>
                </div>
              ) : (
                <FormNote
                  kind={refusal ? 'error' : 'info'}
                  message={refusal ? `${email}: ${refusal}` : t.mailing({ email })}
                />
              )}
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button size="md" variant="filled" onClick={onClose}>
            {t.done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
