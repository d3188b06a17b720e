// Extras of colliding files: labels and visits.
import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { Random } from '../../../tools/random.ts'
import type { TestStore } from '../store.testing.ts'
import type { OwnFields } from './colliding-files.testing.ts'

/** Makes the fields of its own that the files speak of. */
export async function ownFields(store: TestStore): Promise<OwnFields> {
  const make = async (field_name: string, data_type: 'String' | 'Number' | 'Boolean' | 'Date') =>
    (await store.call(profileFields.create, { body: { field_name, display_name: field_name, data_type } })).id
  return {
    member: await make('member', 'String'),
    card: await make('card', 'Number'),
    note: await make('note', 'String'),
    vip: await make('vip', 'Boolean'),
    joined: await make('joined', 'Date'),
  }
}

export async function extrasOf(store: TestStore) {
  const field = await store.call(activities.createField, {
    query: {},
    body: { name: 'visitNote', display_name: 'บันทึก', data_type: 'String' },
  })
  const type = await store.call(activities.createType, { body: { name: 'เข้าร้าน', fields: [field.id] } })
  const label = await store.call(labels.create, { body: { name: 'จากไฟล์', color: 'teal', type: 'general' } })
  return { field: field.id, type: type.id, label: label.id }
}

export type Extras = Awaited<ReturnType<typeof extrasOf>>

/** Some files give a label, and some carry a visit: its day in the last column, its note in the one of notes. */
export function withExtras(body: MappingBody, { field, type, label }: Extras, random: Random): MappingBody {
  const plain = body.mapping[0]!
  const visit: MappingBody['mapping'] = [
    { ...plain, source_schema_id: '12', destination_id: 24, destination_type: 'system_activity' },
    { ...plain, source_schema_id: '10', destination_id: field, destination_type: 'custom_activity' },
  ]
  return {
    ...body,
    labels: random.chance(0.4) ? [label] : [],
    // Notes are names of labels as well as any.
    row_labels: { columns: random.chance(0.3) ? ['10'] : [], unknown: random.chance(0.5) ? 'make' : 'skip' },
    ...(random.chance(0.5) && { activity_id: type, mapping: [...body.mapping, ...visit] }),
  }
}
