import { Button, Group, Stack, Textarea } from '@mantine/core'
import { NOTE_MAX_LENGTH } from '@ruam/contract/customers/profile-activities.ts'
import { type FormEvent, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useClose } from '../../ui/unsaved.ts'
import { text } from './text.ts'

interface NoteSheetProps {
  name: string
  onSave: (text: string) => void
  onClose: () => void
}

/** A few words about a customer, which may wait for a connection. */
export default function NoteSheet({ name, onSave, onClose }: NoteSheetProps) {
  const t = useWords(text)
  const c = useWords(common)
  const [note, setNote] = useState('')
  const close = useClose(note.trim() !== '', onClose)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (note.trim()) onSave(note.trim())
  }
  return (
    <Dialog opened onClose={close} title={t.noteFor({ name })} transitionProps={{ duration: 0 }}>
      <form onSubmit={save}>
        <Stack gap={20} mt="sm">
          <Textarea
            label={t.noteText}
            value={note}
            minRows={3}
            maxLength={NOTE_MAX_LENGTH}
            data-autofocus
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button size="md" onClick={close}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" disabled={!note.trim()}>
              {t.noteSave}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
