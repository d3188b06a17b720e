import { Switch, TextInput } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { LinksPart } from '../../broadcasts/composer/LinksPart.tsx'
import { PurposeField } from '../../broadcasts/composer/PurposeField.tsx'
import { MessagesPart } from '../../broadcasts/messages/MessagesPart.tsx'
import type { WordPreview } from '../../broadcasts/messages/use-word-preview.ts'
import { text as broadcastText } from '../../broadcasts/text.ts'
import type { Draft } from '../../broadcasts/use-draft.ts'
import type { Sought } from '../../broadcasts/use-seek.ts'
import { useWords } from '../../data/text.ts'
import { messageDraft, stepFaults, withParts } from './message-draft.ts'
import type { OpenOf } from './open-step.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

export interface MessageContext {
  /** The account that sends. */
  channel: Draft['channel']
  /** Faults that are shown at their fields. */
  visible: readonly Fault[]
  sought: Sought | undefined
  preview: WordPreview | undefined
  readOnly: boolean
  /** Opens the preview, which a desk always shows. */
  onPreview: () => void
}

interface MessageStepProps extends MessageContext {
  step: OpenOf<'message'>
  onChange: (step: OpenOf<'message'>) => void
}

/** The message of a step, by the parts of the composer. */
export function MessageStep(props: MessageStepProps) {
  const { step, channel, visible, sought, preview, readOnly, onPreview, onChange } = props
  const t = useWords(stepText)
  const b = useWords(broadcastText)
  const draft = messageDraft(step, channel)
  const change = (parts: Partial<Draft>) => onChange(withParts(step, parts))
  return (
    <div className={styles.message}>
      <TextInput
        className={styles.short}
        label={t.messageName}
        description={t.nameHint}
        maxLength={100}
        value={step.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <MessagesPart
        draft={draft}
        faults={visible}
        missing={stepFaults(step)}
        sought={sought}
        preview={preview}
        onPreview={onPreview}
        onChange={change}
      />
      <PurposeField draft={draft} faults={visible} readOnly={readOnly} onChange={change} />
      <LinksPart draft={draft} onChange={change} />
      <Switch
        size="sm"
        label={b.quiet}
        checked={step.notificationDisabled}
        onChange={(event) => change({ notificationDisabled: event.currentTarget.checked })}
      />
    </div>
  )
}
