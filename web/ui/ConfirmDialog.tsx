import { Button, Group, Text } from '@mantine/core'
import { DIALOG_MAX_WIDTH } from '@ruam/contract/platform/constants.ts'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import { Dialog } from './Dialog.tsx'

export interface Question {
  title: string
  text?: string
  /** The word on the button that says yes; without it "confirm". */
  yes?: string
  /** The word on the button that says no; without it "cancel". */
  no?: string
  /** 'cancel': yes takes something away or stops something, and is red (spec section 2, confirm and cancel modes). */
  mode?: 'confirm' | 'cancel'
  /** A click outside says no. */
  closeOutside?: boolean
}

export interface ConfirmRequest {
  id: number
  question: Question
  answer: (yes: boolean) => void
}

/** The confirm dialog of spec section 2. Esc says no; the focus starts on the harmless button. */
export default function ConfirmDialog({ asked: { question, answer } }: { asked: ConfirmRequest }) {
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
