import { type DataType, type SystemColumn, systemFields } from '@ruam/contract/platform/system-fields.ts'

/** SQL type of a field's values in a column. */
export const sqlTypes: Record<DataType, string> = {
  String: 'text',
  Number: 'double precision',
  Date: 'date',
  Boolean: 'boolean',
}

interface FieldColumn {
  id: number
  column: SystemColumn
  type: string
}

/** The system fields that are columns of a profile, by id; the store's own fields lie in `custom`. */
export const fieldColumns: ReadonlyMap<number, FieldColumn> = new Map(
  systemFields.map(({ id, column, data_type }) => [id, { id, column, type: sqlTypes[data_type] }]),
)
