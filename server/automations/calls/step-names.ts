import { type Definition, type Step, stepsOf } from '@ruam/contract/automations/definition.ts'
import type { StepName } from '@ruam/contract/automations/people.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { Sight } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import { existingOf, referencesIn } from '../rules/references.ts'

/** Returns the name of a step of a version; null if the version has no such step. */
export type NameStep = (of: { automation_id: number; version: number; step: number | null }) => StepName | null

export interface NamedVersion {
  automation_id: number
  version: number
  definition: Definition
}

/** Reads the versions of automations, and the names of what their steps are about. */
export async function readStepNames(
  db: Db,
  storeId: number,
  automations: readonly number[],
  { language, sight }: { language: Language; sight: Sight },
) {
  const versions: NamedVersion[] =
    automations.length === 0
      ? []
      : await db
          .selectFrom('automation_version')
          .select(['automation_id', 'version', 'definition'])
          .where('store_id', '=', storeId)
          .where('automation_id', 'in', automations)
          .orderBy('automation_id')
          .orderBy('version')
          .execute()
  const existing = await existingOf(db, storeId, referencesIn(versions.map(({ definition }) => definition)))
  const fields = new Map((await fieldsOf(db, storeId, language)).map((field) => [field.id, field]))
  const all = new Map(
    versions.flatMap(({ automation_id, version, definition }) =>
      stepsOf(definition.steps).map((step) => [`${automation_id}:${version}:${step.id}`, step]),
    ),
  )
  const name: NameStep = ({ automation_id, version, step: id }) => {
    const step = id === null ? undefined : all.get(`${automation_id}:${version}:${id}`)
    return step ? nameOf(step) : null
  }
  return { versions, name }

  function nameOf(step: Step): StepName {
    const bare = { id: step.id, kind: step.kind, name: null, given: null, value: null, wait: null }
    switch (step.kind) {
      case 'wait':
        return {
          ...bare,
          wait: { ...step.length, weekday: step.until?.weekday ?? null, time: step.until?.time ?? null },
        }
      case 'condition':
        return bare
      case 'message':
        return { ...bare, name: step.name }
      case 'note':
        return { ...bare, name: step.text }
      case 'label':
        return { ...bare, name: existing.labels.get(step.label_id)?.name ?? null, given: step.value }
      case 'event':
        return { ...bare, name: existing.webhooks.get(step.webhook_id)?.name ?? null }
      case 'value': {
        const field = fields.get(step.field_id)
        return {
          ...bare,
          name: field?.display_name ?? null,
          value: field ? sight.value(field, step.value, null) : null,
        }
      }
    }
  }
}
