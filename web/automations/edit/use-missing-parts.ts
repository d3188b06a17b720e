import { useFaultWords } from '../../broadcasts/composer/use-missing.ts'
import { useWords } from '../../data/text.ts'
import type { Automation } from '../automation.ts'
import { messageDraft, stepFaults } from '../steps/message-draft.ts'
import { allSteps, type OpenStep } from '../steps/open-step.ts'
import { editText } from './edit-text.ts'
import type { AutomationDraft } from './use-automation-draft.ts'

/** Something that keeps an automation from being started. */
export interface MissingPart {
  /** Path of its field: `trigger`, `steps`, `channel`, or a path within the step. */
  path: string
  /** The step that is opened for it. */
  step?: number
  words: string
}

const lacking = {
  label: 'noLabel',
  value: 'noField',
  event: 'noWebhook',
  note: 'noNote',
  condition: 'noCondition',
} as const
type Lacking = keyof typeof lacking

/** Words of faults that only the server finds. */
const served = {
  no_length: 'noLength',
  deleted: 'deleted',
  retyped: 'retyped',
  sensitive: 'sensitive',
  not_settable: 'notSettable',
  value: 'badValue',
  segment: 'isSegment',
  account: 'badAccount',
  clicks_closed: 'clicksClosed',
  right: 'right',
  closed: 'closed',
} as const
type ServedKind = keyof typeof served

interface Things {
  hasNoAccounts: boolean
  hasNoPurposes: boolean
  /** The automation as it was saved last; its faults are out of date while the draft differs. */
  saved: Automation
  isDirty: boolean
}

/** Lists in words what keeps a draft from being started, from top to bottom. */
export function useMissingParts(draft: AutomationDraft, { saved, isDirty, ...things }: Things): MissingPart[] {
  const t = useWords(editText)
  const faultWords = useFaultWords({ ...things, waiting: [] })
  const steps = allSteps(draft.steps)

  function ofStep(step: OpenStep, number: number): MissingPart[] {
    const found = stepFaults(step)
    const said = found.map((fault) =>
      step.kind === 'message' ? faultWords(fault, messageDraft(step, null)) : t[lacking[step.kind as Lacking]],
    )
    // Several fields of one message may lack the same.
    return found.flatMap(({ path }, place) =>
      said.indexOf(said[place]!) === place
        ? {
            path: path || `steps.${step.id}`,
            step: step.id,
            words: t.stepLacks({ number, words: said[place]! }),
          }
        : [],
    )
  }

  function ofServer(): MissingPart[] {
    if (isDirty) return []
    return saved.faults.flatMap(({ kind, step, subject }) => {
      if (!(kind in served)) return []
      const word = t[served[kind as ServedKind]]
      const words = typeof word === 'string' ? word : word({ name: subject ?? '' })
      const place = steps.findIndex(({ id }) => id === step)
      if (place < 0) return { path: 'trigger', words }
      return { path: `steps.${step}`, step: step!, words: t.stepLacks({ number: place + 1, words }) }
    })
  }

  const sends = steps.some(({ kind }) => kind === 'message')
  return [
    ...(draft.trigger === null ? [{ path: 'trigger', words: t.noTrigger }] : []),
    ...(steps.length === 0 ? [{ path: 'steps', words: t.noSteps }] : []),
    ...(sends && draft.channelId === null ? [{ path: 'channel', words: t.noAccount }] : []),
    ...steps.flatMap((step, place) => ofStep(step, place + 1)),
    ...ofServer(),
  ]
}
