import type { ActivityFormula, ProfileFormula } from '@ruam/contract/customers/formulas.ts'
import { type DataType, systemFields } from '@ruam/contract/platform/system-fields.ts'
import type pg from 'pg'
import type { ModelPerson, ModelStore } from './evaluate.testing.ts'

// Random store with fields, types, labels, sources and runs.

const own = { label: 4, source: 3, purpose: 2 }

interface Field {
  name: string
  type: DataType
  formula?: (ids: Ids) => ProfileFormula | ActivityFormula
}

interface Ids {
  fields: number[]
  properties: number[]
  types: number[]
  labels: number[]
  sources: number[]
  purposes: number[]
  broadcasts: number[]
  channels: { type: 'lineOA' | 'lineModule' | 'facebook'; id: number }[]
}

export interface RandomStore extends ModelStore {
  storeId: number
  ids: Ids
  people: ModelPerson[]
}

export const plainTypes: Field[] = [
  { name: 'text', type: 'String' },
  { name: 'number', type: 'Number' },
  { name: 'day', type: 'Date' },
  { name: 'flag', type: 'Boolean' },
]

const computedFields: Field[] = [
  { name: 'age', type: 'Number', formula: () => ({ function: 'age', field_id: 8 }) },
  { name: 'sinceDay', type: 'Number', formula: ({ fields }) => ({ function: 'days_since', field_id: fields[2]! }) },
  {
    name: 'since',
    type: 'Number',
    formula: ({ types }) => ({ function: 'days_since_activity', activity_id: types[0]! }),
  },
  {
    name: 'count',
    type: 'Number',
    formula: ({ types }) => ({ function: 'activity_count', activity_id: types[0]!, days: null }),
  },
  {
    name: 'count30',
    type: 'Number',
    formula: ({ types }) => ({ function: 'activity_count', activity_id: types[1]!, days: 30 }),
  },
  ...[null, 90].map(
    (days): Field => ({
      name: `sum${days}`,
      type: 'Number',
      formula: ({ types, properties }) => ({
        function: 'activity_sum',
        activity_id: types[0]!,
        field_id: properties[1]!,
        days,
      }),
    }),
  ),
  ...plainTypes.map(
    ({ name, type }, place): Field => ({
      name: `last${name}`,
      type,
      formula: ({ types, properties }) => ({
        function: 'activity_last',
        activity_id: types[0]!,
        field_id: properties[place]!,
      }),
    }),
  ),
  {
    name: 'lastAt',
    type: 'Date',
    formula: ({ types }) => ({ function: 'activity_last', activity_id: types[0]!, field_id: 24 }),
  },
]

const computedProperties: Field[] = [
  { name: 'days', type: 'Number', formula: () => ({ function: 'days_since', field_id: 24 }) },
  { name: 'total', type: 'Number', formula: ({ properties }) => ({ function: 'sum', field_ids: [properties[1]!] }) },
]

export async function makeRandomDefinitions(admin: pg.Pool, storeId: number) {
  const ids: Ids = {
    fields: [],
    properties: [],
    types: [],
    labels: [],
    sources: [],
    purposes: [],
    broadcasts: [],
    channels: [],
  }
  const fields: ModelStore['fields'] = Object.fromEntries(
    systemFields.map(({ id, data_type, kind }) => [id, { type: data_type, kind }]),
  )
  const properties: ModelStore['properties'] = {}
  const kinds = { String: 'text', Number: 'number', Date: 'date', Boolean: 'boolean' } as const
  const insert = async (sql: string, values: unknown[]) =>
    (await admin.query<{ id: number }>(`${sql} returning id`, [storeId, ...values])).rows[0]!.id
  const make =
    (owner: 'profile' | 'activity') =>
    async ({ name, type, formula }: Field) => {
      const made = formula?.(ids)
      const id = await insert(
        `insert into ${owner}_field (store_id, field_name, display_name, data_type, field_type, formula) values ($1, $2, $2, $3, $4, $5)`,
        [name, type, `${made ? 'transform' : 'custom'}_${owner}`, made ? JSON.stringify(made) : null],
      )
      if (owner === 'profile') {
        ids.fields.push(id)
        fields[id] = { type, kind: kinds[type], ...(made && { formula: made as ProfileFormula }) }
      } else {
        ids.properties.push(id)
        properties[id] = { type, ...(made && { formula: made as ActivityFormula }) }
      }
    }
  for (const field of plainTypes) await make('profile')(field)
  for (const field of [...plainTypes, ...computedProperties]) await make('activity')(field)
  for (const name of ['ซื้อ', 'เข้าร้าน'])
    ids.types.push(
      await insert('insert into activity_type (store_id, name, field_ids) values ($1, $2, $3)', [name, ids.properties]),
    )
  for (const field of computedFields) await make('profile')(field)
  for (let n = 0; n < own.label; n++)
    ids.labels.push(
      await insert("insert into label (store_id, name, color, type) values ($1, $2, 'red', 'general')", [`ป้าย ${n}`]),
    )
  for (let n = 0; n < own.source; n++)
    ids.sources.push(
      await insert(
        "insert into data_source (store_id, name, type, status, created_by) values ($1, $2, 'local_file', 'success', (select min(id) from users))",
        [`ไฟล์ ${n}`],
      ),
    )
  for (let n = 0; n < own.purpose; n++)
    ids.purposes.push(await insert('insert into consent_purpose (store_id, name) values ($1, $2)', [`เรื่อง ${n}`]))
  ids.broadcasts.push(1, 2)
  ids.channels.push({ type: 'lineOA', id: 1 }, { type: 'lineOA', id: 2 }, { type: 'facebook', id: 1 })
  return { ids, fields, properties }
}

/** Two runs of each data source, of which some were undone. */
export async function makeRuns(admin: pg.Pool, storeId: number, sources: number[]) {
  const counting: Record<string, number[]> = {}
  const all: number[] = []
  for (const [place, source] of sources.entries()) {
    counting[source] = []
    for (const [n, kind, undone] of [
      [0, 'real', false],
      [1, 'real', place === 0],
      [2, 'dry', false],
    ] as const) {
      const { rows } = await admin.query<{ id: number }>(
        `insert into run (store_id, data_source_id, run_id, kind, status, undone_at, mapping, version, file_id, total)
         values ($1, $2, $3, $4, 'completed', $5, '{}', 1, 0, 0) returning id`,
        [storeId, source, `run_${storeId}_${source}_1_${n}`, kind, undone ? '2020-01-01' : null],
      )
      all.push(rows[0]!.id)
      if (kind === 'real' && !undone) counting[source].push(rows[0]!.id)
    }
  }
  return { counting, all }
}
