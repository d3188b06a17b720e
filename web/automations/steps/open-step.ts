import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { VisibleScreenRule } from '../../customers/rules/rule-address.ts'
import type { Camel } from '../../data/camel.ts'

type Made = Camel<Definition>
export type Trigger = NonNullable<Made['trigger']>
export type CompleteStep = Made['steps'][number]
type Of<K extends CompleteStep['kind']> = Extract<CompleteStep, { kind: K }>

/** A condition; a rule about values that the person may not see is masked. */
export type Condition =
  | Extract<Of<'condition'>['condition'], { kind: 'activity_since' }>
  | { kind: 'rule'; rule: VisibleScreenRule }

/** A step as it is put together: what it is about may not be chosen yet. */
export type OpenPlain =
  | Of<'wait'>
  | Of<'message'>
  | Of<'note'>
  | (Omit<Of<'label'>, 'labelId'> & { labelId: number | null })
  | (Omit<Of<'value'>, 'fieldId'> & { fieldId: number | null })
  | (Omit<Of<'event'>, 'webhookId'> & { webhookId: number | null })
export type OpenFork = Omit<Of<'condition'>, 'condition' | 'yes' | 'no'> & {
  condition: Condition | null
  yes: OpenPlain[]
  no: OpenPlain[]
}
export type OpenStep = OpenPlain | OpenFork
export type OpenOf<K extends OpenStep['kind']> = Extract<OpenStep, { kind: K }>

/** True if the server takes the step. */
export function isComplete(step: OpenStep): boolean {
  switch (step.kind) {
    case 'label':
      return step.labelId !== null
    case 'value':
      return step.fieldId !== null
    case 'event':
      return step.webhookId !== null
    case 'condition':
      return step.condition !== null
    default:
      return true
  }
}

/** Returns the steps without those that are incomplete. */
export const completeSteps = (steps: readonly OpenStep[]): OpenStep[] =>
  steps
    .filter(isComplete)
    .map((step) =>
      step.kind === 'condition' ? { ...step, yes: step.yes.filter(isComplete), no: step.no.filter(isComplete) } : step,
    )

/** Every step, those of branches behind their condition. */
export const allSteps = (steps: readonly OpenStep[]): OpenStep[] =>
  steps.flatMap((step): OpenStep[] => (step.kind === 'condition' ? [step, ...step.yes, ...step.no] : [step]))
