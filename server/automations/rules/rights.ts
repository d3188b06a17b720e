import type { Definition, Step } from '@ruam/contract/automations/definition.ts'
import { may, type Permission, type Rights } from '@ruam/contract/platform/permissions.ts'
import { wordIdsIn } from '../../broadcasts/messages/word-fields.ts'
import { placedSteps } from './parts.ts'

/** Rights of staff who do by hand what a step does. */
const needed: Readonly<Record<Exclude<Step['kind'], 'message'>, readonly Permission[]>> = {
  wait: [],
  condition: [],
  label: ['cdp-core.profile.edit', 'cdp-core.label.read'],
  value: ['cdp-core.profile.edit'],
  note: ['cdp-core.profile.edit'],
  event: ['cdp-core.api-key.create'],
}

const rightsOfStep = (step: Step): readonly Permission[] =>
  step.kind !== 'message' ? needed[step.kind] : wordIdsIn(step.messages).length > 0 ? ['cdp-core.profile.read'] : []

interface LackedRight {
  path: string
  step: number | null
  permission: Permission
}

/** Returns the rights of steps that a person lacks, in the order of the steps. */
export const lackedRightsOf = ({ steps }: Pick<Definition, 'steps'>, rights: Rights): LackedRight[] =>
  placedSteps(steps).flatMap(({ path, step }) =>
    rightsOfStep(step)
      .filter((permission) => !may(rights, permission))
      .map((permission) => ({ path, step: step.id, permission })),
  )
