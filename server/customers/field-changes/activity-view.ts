import type { ActivityField, ActivityType } from '@ruam/contract/customers/activities.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import type { ActivityTypeRow } from '../fields/activity-type-queries.ts'
import { localizeField, localizeType } from '../fields/given-names.ts'

/** The day of an activity, which every store and every type has. */
export const dateRow = (language: Language): ActivityField => ({
  id: activityDate.id,
  field_name: activityDate.name,
  display_name: activityDate[language],
  field_type: 'system_activity',
  data_type: activityDate.data_type,
  status: 'active',
  purpose: null,
  formula: null,
  converting_to: null,
  created_at: null,
  updated_at: null,
})

/** A type as callers see it, out of the store's `own` fields; one that was deleted is left out. */
export function viewType(
  { field_ids, ...type }: ActivityTypeRow,
  own: ActivityField[],
  language: Language,
): ActivityType {
  const byId = new Map(own.map((field) => [field.id, localizeField(field, language)]))
  const fields = [dateRow(language), ...field_ids.flatMap((id) => byId.get(id) ?? [])]
  return { ...localizeType(type, language), field_count: fields.length, fields }
}

/** The ids that a type keeps, in their order; undefined when one is unknown or named twice. The day belongs to every type. */
export function chosenFields(ids: number[], own: ActivityField[]): number[] | undefined {
  const chosen = ids.filter((id) => id !== activityDate.id)
  const known = new Set(own.map((field) => field.id))
  const wrong = new Set(chosen).size < chosen.length || chosen.some((id) => !known.has(id))
  return wrong ? undefined : chosen
}
