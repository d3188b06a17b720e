import { STORE_RETENTION_DAYS, UNDO_DAYS } from '@ruam/contract/platform/constants.ts'
import { COPY_DAYS } from '@ruam/contract/privacy/requests.ts'
import { EXPORT_DAYS } from '@ruam/contract/reports/exports.ts'

/** Periods that the product keeps to in every store, in days. A test compares those of functions of the database with their text. */
export const fixedPeriods = [
  ['import_rows', UNDO_DAYS],
  ['exports', EXPORT_DAYS],
  ['copies', COPY_DAYS],
  ['online_log', 90],
  ['failed_items', 30],
  ['clicks', 30],
  ['audit_log', 730],
  ['reads', 730],
  ['deleted_store', STORE_RETENTION_DAYS],
] as const
