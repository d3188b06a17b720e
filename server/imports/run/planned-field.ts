import type { MappingRow, overwriteModes } from '@ruam/contract/imports/mapping.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import type { DateAnswers } from '../../formats/values/date-styles.ts'

/** Source of a value. */
export interface FieldSource {
  /** Place of the column in the file, from 0; of the first, when several are joined. */
  column: number
  /** The columns that are joined to it by a blank. */
  joined: number[]
  /** The column whose names have a title before them, which is taken where this one's cell is empty. */
  titlesOf?: number
  part: MappingRow['part'] | 'company'
  /** A person's answers to what the column leaves open. */
  dates: DateAnswers
}

export interface PlannedField extends FieldSource {
  field: Field
  overwrite: (typeof overwriteModes)[number]
  /** An empty cell takes the old value away. */
  clears: boolean
  /** Its cells are compared with stored values and never written: a column that the mapping leaves out. */
  evidence?: true
  /** Its names are stored as they stand in the file, which an export has written. */
  asWritten?: true
  /** Holds a name's Latin spelling, for a person whose name is stored in Thai. */
  latin?: true
  /** Holds a title or firm out of a name's cell, for a person without one; no column is mapped to it. */
  cutOff?: true
}

/** A further column that feeds no field, and whose cells are compared with stored values of a kind. */
export interface UnmappedColumn extends FieldSource {
  field: Field
}

/** The mapped values of one row, in the order of the plan's fields; null where the cell says nothing. */
export type Values = MaskedValue[]
