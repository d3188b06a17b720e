/** Numbers of the advisory locks of a session, which end with its connection. */
export const sessionLocks = {
  migration: 7_282_637,
  /** Held, shared, by every process that works with the embedded server. */
  presence: 7_282_638,
  rewrite: 7_282_639,
  backup: 7_282_640,
  /** Held by the process that makes an older database agree with the lists outside it. */
  restored: 7_282_641,
  /** Held by a transaction that looks for tables to analyze (0301-core.sql). */
  statistics: 7_282_642,
  /** Held by the session that runs the steps of migrations which are left for the background. */
  background: 7_282_643,
  /** Held while the write-ahead log is archived. */
  archive: 7_282_644,
} as const

/** First numbers of the advisory locks of a transaction; the second one is the store. Number 69 with store 0 belongs to the audit log (0301-core.sql). */
export const storeLocks = {
  profiles: 61,
  duplicateScan: 62,
  jobs: 63,
  ruleWriters: 64,
  rules: 65,
  newestSegment: 66,
  exports: 67,
  returning: 68,
  lineFriends: 69,
  shopCount: 70,
  duplicateKeys: 71,
  fieldNames: 26_222,
} as const
