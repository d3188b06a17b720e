/** Spec section 9. Times in milliseconds, sizes in bytes. */
export const TOAST_MS = 4000
export const DIALOG_MAX_WIDTH = 420
export const REQUEST_TIMEOUT_MS = 120_000
export const CHUNK_TIMEOUT_MS = 120_000
/** Header of every answer: the first script of the web that the server has. */
export const WEB_BUILD_HEADER = 'ruam-web-build'
export const DEFAULT_PAGE_SIZE = 10
/** limit 0 and -1 mean all; "all" stops here and says `truncated`. */
export const MAX_PAGE_SIZE = 10_000
/** The same for lists whose rows are whole profiles or rows of files: more of them are hundreds of megabytes. */
export const MAX_WIDE_PAGE_SIZE = 1000
/** Failed rows that one call corrects. */
export const MAX_CORRECTED_ROWS = 100
/** Totals of filtered lists are counted up to here and then shown as "10,000+". */
export const COUNT_CAP = 10_000
export const DEFAULT_DELIMITER = ','
export const DEFAULT_TIME_ZONE = 'Asia/Bangkok'
export const CONSENT_APP = 'ruam'
export const CONSENT_TYPE = 'dpa'

/** Bytes of a body, where its call names no limit. A larger one is read only for a caller who may make the call. */
export const BODY_BYTES = 16 * 1024
/** Arrays and objects inside of each other in a body. The deepest of ours has 15. */
export const BODY_DEPTH = 32
/** Timeout for a body to arrive, and for a pause; uploads may take as long as they progress. */
export const BODY_MS = 30_000
export const BODY_PAUSE_MS = 10_000

/**
 * Rate limits per person and class, over all stores and processes: sustained calls per second, and a burst after a rest. A screen makes up
 * to 20 calls when it opens, and no person opens five per second (decision 17).
 */
export const callLimits = {
  /** Calls that read many rows to return few. */
  search: { perSecond: 20, burst: 60 },
  read: { perSecond: 100, burst: 500 },
  write: { perSecond: 30, burst: 300 },
  /** Each API key and each API token, whatever it calls. */
  program: { perSecond: 100, burst: 100 },
} as const
export type CallLimit = keyof typeof callLimits

/** Product decisions section 4. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024
/** Maximum size of a store's photo. */
export const MAX_PHOTO_BYTES = 100 * 1000
export const MAX_PHOTO_PIXELS = 512
export const MAX_FILE_ROWS = 1_000_000
export const MAX_FILE_COLUMNS = 500
export const MAX_CELL_BYTES = 32 * 1024
/** Characters of a value that people are looked up by: what an index of PostgreSQL takes, in any alphabet. */
export const MAX_KEY_LENGTH = 500

/** Product decisions section 2, in seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60
export const SESSION_IDLE_SECONDS = 8 * 60 * 60
export const SESSION_SECONDS = 7 * 24 * 60 * 60
export const REFRESH_GRACE_SECONDS = 10

export const MIN_PASSWORD_LENGTH = 10
/** Lifetime of the one-time link of the first start. */
export const SETUP_LINK_HOURS = 24
export const NAME_MAX_GRAPHEMES = 100
export const DESCRIPTION_MAX_GRAPHEMES = 500
/** Days in which an import, a bulk change and a merge can be taken back. */
export const UNDO_DAYS = 30
/** Lifetime of an API key or token. */
/** Days before the end of a credential at which the store is warned. */
export const WARN_OF_EXPIRY_DAYS = 14

export const CREDENTIAL_DAYS = 365
/** Days in which a deleted store can be had back. */
export const STORE_RETENTION_DAYS = 30
/** Data sources of the sample data (product decisions section 2). */
export const SAMPLE_SOURCES = 2
/** Customers of the sample data. */
export const SAMPLE_CUSTOMERS = 5000
/** For a sign-in through the identity provider, from its start to its end. */
export const PROVIDER_SECONDS = 600
