import { automations } from '@ruam/contract/automations/automations.ts'
import { useEffect } from 'react'
import { call, usePatch } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useAutosave } from '../../ui/use-autosave.ts'
import type { Automation, Definition } from '../automation.ts'
import { type Condition, completeSteps, type OpenStep } from '../steps/open-step.ts'

const keys = [...(['name', 'trigger', 'repeat', 'channelId', 'steps', 'exit', 'group', 'imports', 'holdout'] as const)]

/** The draft of an automation. Its steps may be incomplete. */
export interface AutomationDraft extends Omit<Definition, 'steps' | 'exit'> {
  name: string
  steps: OpenStep[]
  exit: Condition | null
}

const draftOf = ({ name, definition }: Automation): AutomationDraft => ({
  name,
  ...definition,
  steps: definition.steps as OpenStep[],
  exit: definition.exit as Condition | null,
})

/** A draft of an automation, which saves itself. Incomplete steps stay here until they are complete. */
export function useAutomationDraft(automation: Automation, readOnly: boolean) {
  const patch = usePatch(automations.get, { params: { id: String(automation.id) } })
  const edit = useAutosave<Automation, AutomationDraft>({
    record: automation,
    keys,
    draftOf,
    sentOf: (draft) => ({ ...draft, steps: completeSteps(draft.steps) }),
    isUnsaved: () => false,
    isOpen: () => true,
    create: () => Promise.reject(new Error('An automation is created by its list')),
    update: async ({ id, updatedAt, definition }, { name, ...changed }) => {
      const isChanged = Object.keys(changed).length > 0
      const body = {
        ...(name !== undefined && { name }),
        ...(isChanged && { definition: { ...definition, ...changed } }),
        originTime: updatedAt,
      }
      const saved = await call(automations.update, { params: { id: String(id) }, body } as never)
      patch(() => saved)
      return saved
    },
    currentOf: currentOf(automations.update),
    readOnly,
    onCreated: () => undefined,
  })
  const { base, receive } = edit
  // A start, a pause, or another person has changed it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each version that the screen was given
  useEffect(() => {
    const isNewer = automation.edition > base.edition || Date.parse(automation.updatedAt) > Date.parse(base.updatedAt)
    if (isNewer || (automation.edition === base.edition && automation.status !== base.status)) receive(automation)
  }, [automation])
  return edit
}

export type AutomationEdit = ReturnType<typeof useAutomationDraft>
