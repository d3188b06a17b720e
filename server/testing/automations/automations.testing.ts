import { automations } from '@ruam/contract/automations/automations.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { Member } from '../store.testing.ts'

type Steps = Definition['steps']

/** A definition that begins with a new friend, changed by these parts. */
export const definitionOf = (steps: Steps, changes: Partial<Definition> = {}): Definition => ({
  ...{ trigger: { kind: 'friend' }, repeat: { kind: 'once' }, channel_id: null, exit: null },
  ...{ group: null, imports: false, holdout: null },
  steps,
  ...changes,
})

/** Gives or takes a label. */
export const labelStep = (id: number, label_id: number, value = true): Steps[number] => ({
  ...{ id, kind: 'label', label_id, value },
})

/** Makes an automation and starts it. */
export async function startedAutomation(by: Member, definition: Definition) {
  const made = await by.call(automations.create, { body: { definition } })
  return by.call(automations.start, { params: { id: String(made.id) }, body: { origin_time: made.updated_at } })
}
