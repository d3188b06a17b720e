import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { text } from './text.ts'

interface PasteDialogProps {
  /** Takes the text; answers what is wrong with it. */
  onPaste: (text: string) => string | undefined
  onClose: () => void
}

/** Takes the text of a rule that was copied. */
export function PasteDialog({ onPaste, onClose }: PasteDialogProps) {
  const t = useWords(text)
  const c = useWords(common)
  const [pasted, setPasted] = useState('')
  const [wrong, setWrong] = useState<string>()
  const paste = () => {
    const refused = onPaste(pasted)
    if (refused) setWrong(refused)
    else onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={t.pasteTitle} transitionProps={{ duration: 0 }}>
      <Stack gap="lg" mt="sm">
        <Textarea
          label={t.pasteText}
          minRows={3}
          maxRows={8}
          value={pasted}
          error={wrong}
          data-autofocus
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button size="md" onClick={onClose}>
            {c.cancel}
          </Button>
          <Button size="md" variant="filled" disabled={pasted.trim() === ''} onClick={paste}>
            {t.doPaste}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
