import { Button, Group, Text } from '@mantine/core'
import { DIALOG_MAX_WIDTH } from '@ruam/contract/constants.ts'
import type { Asked } from './confirm.tsx'
import { Dialog } from './Dialog.tsx'
import { useWords } from './text.ts'
import { common } from './words.ts'

/** The confirm dialog of spec section 2. Esc says no; the focus starts on the harmless button. */
export default function ConfirmDialog({ asked: { question, answer } }: { asked: Asked }) {
  const t = useWords(common)
  const danger = question.mode === 'cancel'
  const no = () => answer(false)
  return (
    <Dialog
      opened
      onClose={no}
      title={question.title}
      size={DIALOG_MAX_WIDTH}
      withCloseButton={false}
      closeOnClickOutside={question.closeOutside ?? false}
      transitionProps={{ duration: 0 }}
    >
      {question.text && (
        <Text c="var(--ruam-text-2)" style={{ whiteSpace: 'pre-line' }}>
          {question.text}
        </Text>
      )}
      <Group justify="flex-end" gap="sm" mt="xl">
        <Button size="md" onClick={no} data-autofocus={danger || undefined}>
          {question.no ?? t.cancel}
        </Button>
        <Button
          size="md"
          variant="filled"
          color={danger ? 'var(--ruam-danger-fill)' : undefined}
          onClick={() => answer(true)}
          data-autofocus={!danger || undefined}
        >
          {question.yes ?? t.confirm}
        </Button>
      </Group>
    </Dialog>
  )
}
