import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { FieldOwner } from './field-owner.ts'
import { type FormulaDraft, formulaDraftOf } from './formula.ts'

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
  choices?: readonly string[] | null
  /** Of activities: the amount of purchases, or the text of notes. */
  purpose?: 'note' | 'amount' | null
  /** The type its values are being converted to. */
  convertingTo: DataType | null
  /** For computed fields. */
  formula?: Parameters<typeof formulaDraftOf>[1]
}

/** A field as its form reads it: of a list, or as a refusal holds it. */
export type EditedField = Pick<
  FieldRow,
  'displayName' | 'fieldName' | 'dataType' | 'sensitive' | 'choices' | 'purpose' | 'formula' | 'updatedAt'
>

/** Editable properties of a field. */
export type FieldValues = {
  displayName: string
  fieldName: string
  dataType: DataType
  sensitive: boolean
  /** The only values of a text field, one a line; empty for any text. */
  choices: string
  /** The amount of purchases. */
  amount: boolean
  /** Null of a field whose values are typed or imported. */
  formula: FormulaDraft | null
  /** Lets the values go that another type can't hold. */
  drop: boolean
}

export const rowValuesOf = (
  owner: FieldOwner,
  { displayName, fieldName, dataType, sensitive = false, choices, purpose, formula }: EditedField,
): FieldValues => ({
  displayName,
  fieldName,
  dataType,
  sensitive,
  choices: choices?.join('\n') ?? '',
  amount: purpose === 'amount',
  formula: formulaDraftOf(owner, formula),
  drop: false,
})

export const blankValues: FieldValues = {
  displayName: '',
  fieldName: '',
  dataType: 'String',
  sensitive: false,
  choices: '',
  amount: false,
  formula: null,
  drop: false,
}

export const kindOf = (fieldType: string) => fieldType.split('_')[0] as 'system' | 'custom' | 'transform'

export const fieldSorts = ['display_name', 'field_name', 'data_type', 'usage_count', 'updated_at'] as const
export type FieldSort = (typeof fieldSorts)[number]

/** The choices that were typed, one a line; null for any text. */
export function choicesIn({
  choices,
  dataType,
  formula,
}: Pick<FieldValues, 'choices' | 'formula'> & { dataType?: DataType }) {
  const lines = choices.split('\n').flatMap((line) => line.trim() || [])
  return lines.length > 0 && !formula && (dataType ?? 'String') === 'String' ? lines : null
}
