import type { automations } from '@ruam/contract/automations/automations.ts'
import type { Got } from '../data/api.ts'

export type Automation = Got<typeof automations.get>
export type AutomationSummary = Got<typeof automations.list>['results'][number]
export type Conflict = Automation['conflicts'][number]
export type References = Automation['references']
/** As it is read: rules about values that the person may not see are masked. */
export type Definition = Automation['definition']
export type Trigger = NonNullable<Definition['trigger']>
export type Step = Definition['steps'][number]

export type Condition = NonNullable<Definition['exit']>

/** A step with the names of its things, as it is said. */
export interface NamedStep {
  id: number
  kind: Step['kind']
  /** Message, label, field, program, text of a note or sentence of a condition; null of a wait and of a thing that was deleted. */
  name: string | null
  /** A condition in few words. */
  brief?: string
  /** Of a label: it is given. */
  given: boolean | null
  value: string | number | boolean | null
  wait: { n: number; unit: 'hour' | 'day'; weekday: number | null; time: string | null } | null
}

/** A step with its number on the screen, counted from 1 through the branches. */
interface NumberedStep {
  step: Step
  number: number
  /** Branch of the condition above; undefined on the main line. */
  branch: 'yes' | 'no' | undefined
}

/** Steps from top to bottom, those of branches behind their condition. */
export function numberedSteps(steps: readonly Step[]): NumberedStep[] {
  const all = steps.flatMap((step): Omit<NumberedStep, 'number'>[] =>
    step.kind === 'condition'
      ? [
          { step, branch: undefined },
          ...step.yes.map((one) => ({ step: one, branch: 'yes' as const })),
          ...step.no.map((one) => ({ step: one, branch: 'no' as const })),
        ]
      : [{ step, branch: undefined }],
  )
  return all.map((one, index) => ({ ...one, number: index + 1 }))
}

/** Milliseconds between two looks at an automation that is at work. */
export const LOOK_MS = 15_000
