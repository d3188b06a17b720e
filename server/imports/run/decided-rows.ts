import type { FurtherName } from '@ruam/contract/customers/further-names.ts'
import type { MatchAgreement, MatchDoubt } from '@ruam/contract/imports/match-doubts.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import type { RecordStatus } from '@ruam/contract/imports/status.ts'
import type { RowConsent } from '../consents/read-consents.ts'
import type { RowOrder } from '../orders/planned-lines.ts'
import type { FurtherKeys, RowEntry } from './entry.ts'
import type { Decisive, Pointed, RowName } from './find-match.ts'
import type { Values } from './planned-field.ts'
import type { RowRights } from './row-rights.ts'

/** Why a row was not taken. */
export interface RowError {
  failure: RowFailure
  /** Place of the column in the file, from 1; 0 when the row as a whole is meant. */
  column: number
  value: string
  /** People of a conflict. */
  people?: Pointed[]
  /** Name of a row pending review. */
  name?: RowName
  /** Reasons why a row waits, the weightiest first. */
  doubts?: MatchDoubt[]
  agrees?: MatchAgreement[]
}

/** A cell that could not be read and was left empty; `field`: its place in the plan's fields, if it fills one. */
export interface UnreadCell {
  failure: RowFailure
  column: number
  value: string
  field?: number
}

/** The activity that a row carries. */
export interface RowActivity {
  /** An instant. */
  at: string
  /** By field id. */
  fields: Record<string, string | number | boolean>
}

/** Number by which a source calls the activity of a row. */
export interface RowReference {
  /** Names source, type and number. */
  name: string
  /** Hashes of what was sent under the number: now, and before (null if nothing). */
  digest: string
  before: string | null
  /** The row corrects what was sent before. */
  replace: boolean
}

/** A row of the file after reading: its values, or why they could not be read. */
export type ReadRow =
  | {
      no: number
      values: Values
      activity?: RowActivity | null
      /** Phones and e-mails after the first, by the place of their field. */
      further?: FurtherKeys
      /** The number of its customer. */
      number?: number
      /** Places of fields whose value it takes away. */
      cleared?: readonly number[]
      /** Names of labels that it gives. */
      labels?: readonly string[]
      unread?: readonly UnreadCell[]
      /** Answers to purposes. */
      consents?: readonly RowConsent[]
      /** Places of fields whose cell is hidden, or has lost a letter: it takes nothing away. */
      damaged?: ReadonlySet<number>
      /** Further names and notes in the cells of its name. */
      furtherNames?: readonly FurtherName[]
      /** In the run of the same file before, it was held back. */
      waited?: boolean
      /** Names its columns and cells; absent where none are remembered. */
      hash?: string
      /** What its sender may do; absent in files. */
      rights?: RowRights
      /** Number of equal rows before it in the file. Counted for rows without any value of a key. */
      repeats?: number
      /** Its activity's number at the source that sent it. */
      reference?: RowReference
      /** The order that it is a line of. */
      order?: RowOrder
    }
  | { no: number; error: RowError; hash?: string }

export interface RowDecision {
  no: number
  status: RecordStatus
  entry: RowEntry | null
  /** [place in the plan's fields, before, after] of an updated profile. */
  changes: [number, Values[number], Values[number]][] | null
  /** Place in the plan's fields of the key that found the entry; null when it is new. */
  matched: number | null
  activity: RowActivity | null
  /** Person who has the activity of an item while its values are pending review. */
  holder?: RowEntry
  /** True if its activity corrected one that was there. */
  replaces?: boolean
  /** Names of labels that the row adds to those of every row. */
  labels: readonly string[]
  error: RowError | null
  /** Cells that were left empty; none if the row was not imported. */
  unread: readonly UnreadCell[]
  /** The answer of a person that decided the row. */
  answer: Decisive | null
  hash?: string | undefined
  /** True for a new person without any value of a key. */
  keyless?: boolean
  /** Answers of its person to purposes. */
  consents?: readonly RowConsent[] | undefined
  /** Further names and notes that its person is given. */
  furtherNames?: readonly FurtherName[] | undefined
  /** The order whose line it is. */
  order?: RowOrder | undefined
}

export interface Decided {
  decisions: RowDecision[]
  /** New profiles in file order. */
  added: RowEntry[]
  /** Known profiles with changed values. */
  updated: RowEntry[]
  /** By name of a reference: the digest of the last row that was taken. */
  references: Map<string, string>
  /** By order: who has it since this batch. */
  orders: Map<string, RowEntry>
}
