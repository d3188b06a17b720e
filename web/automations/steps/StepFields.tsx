import { ConditionFields } from './ConditionFields.tsx'
import { EventFields } from './EventFields.tsx'
import { LabelFields } from './LabelFields.tsx'
import { type MessageContext, MessageStep } from './MessageStep.tsx'
import { NoteFields } from './NoteFields.tsx'
import type { OpenStep } from './open-step.ts'
import { ValueFields } from './ValueFields.tsx'
import { WaitFields } from './WaitFields.tsx'

interface StepFieldsProps {
  step: OpenStep
  message: MessageContext
  onChange: (step: OpenStep) => void
}

/** The fields of a step, by its kind. */
export function StepFields({ step, message, onChange }: StepFieldsProps) {
  switch (step.kind) {
    case 'wait':
      return <WaitFields step={step} onChange={onChange} />
    case 'condition':
      return <ConditionFields value={step.condition} onChange={(condition) => onChange({ ...step, condition })} />
    case 'message':
      return <MessageStep step={step} {...message} onChange={onChange} />
    case 'label':
      return <LabelFields step={step} onChange={onChange} />
    case 'value':
      return <ValueFields step={step} onChange={onChange} />
    case 'note':
      return <NoteFields step={step} onChange={onChange} />
    case 'event':
      return <EventFields step={step} onChange={onChange} />
  }
}
