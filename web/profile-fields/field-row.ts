import type { DataType } from '@ruam/contract/system-fields.ts'

/** Whose fields a screen shows. */
export type FieldOwner = 'profile' | 'activity'

/** A field as both lists show it. */
export interface FieldRow {
  id: number
  fieldName: string
  displayName: string
  dataType: DataType
  fieldType: string
  usageCount: number
  updatedAt: string | null
  sensitive?: boolean
}

/** What a person sets of a field. */
export type FieldValues = {
  displayName: string
  fieldName: string
  dataType: DataType
  sensitive: boolean
}

export const valuesOf = ({ displayName, fieldName, dataType, sensitive = false }: FieldRow): FieldValues => ({
  displayName,
  fieldName,
  dataType,
  sensitive,
})

export const kindOf = (fieldType: string) => fieldType.split('_')[0] as 'system' | 'custom' | 'transform'

export const fieldSorts = ['display_name', 'field_name', 'data_type', 'usage_count', 'updated_at'] as const
export type FieldSort = (typeof fieldSorts)[number]
