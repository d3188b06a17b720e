import { z } from 'zod'
import { Text, Time } from '../platform/common.ts'

/** Names that a trial lists. */
export const TRIAL_NAMES = 20

/** A folder below the root of the store: names between slashes. */
const FolderPath = Text(500).refine(
  (path) => path === '' || path.split('/').every((part) => !['', '.', '..'].includes(part) && !part.includes('\\')),
)

/** Text of an address or a login: one line without spaces at its ends. */
const Typed = (max: number) => Text(max).refine((text) => text !== '' && text.trim() === text && !/[\r\n]/.test(text))

/** `https://host:port`, without a path. Plain http needs RUAM_WATCH_PRIVATE. */
const Endpoint = Typed(300).refine((text) => /^https?:\/\/[^\s/?#@\\]+$/.test(text) && URL.canParse(text))

/** Kind and fingerprint, as `ssh-keygen -l` shows them. */
const HostKey = z.string().regex(/^[a-z0-9-]{3,40} SHA256:[A-Za-z0-9+/]{43}$/)

/** Kind and address of a place. Its password or key is sent apart, and never read back. */
export const WatchPlace = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('folder'), path: FolderPath }),
  z.strictObject({
    kind: z.literal('s3'),
    /** Null: Amazon's own. */
    endpoint: Endpoint.nullable(),
    region: z.string().regex(/^[a-z0-9-]{1,40}$/),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    /** Empty, or a folder with a slash at its end. */
    prefix: Text(500).refine((prefix) => prefix === '' || /^[^/](.*[^/])?\/$/s.test(prefix)),
    /** The bucket in the path of an address rather than in its host. */
    path_style: z.boolean(),
    key_id: Typed(200),
  }),
  z.strictObject({
    kind: z.literal('sftp'),
    host: z.string().regex(/^[A-Za-z0-9.:_-]{1,253}$/),
    port: z.int().min(1).max(65_535),
    user: Typed(100),
    /** Absolute, or relative to the user's own, which is empty. */
    folder: Text(500).refine((folder) => folder === '/' || !/\/$|[\r\n]/.test(folder)),
    login: z.enum(['password', 'key']),
    /** Host key that the server must have. Null: the first connection pins it. */
    host_key: HostKey.nullable(),
  }),
  /** Files that linked members send in the LINE chats of the store. A store has one such watch. */
  z.strictObject({ kind: z.literal('line_chat') }),
])
export type WatchPlace = z.output<typeof WatchPlace>

/** Password, private key, or secret of an S3 key. */
const Secret = Text(16_384).min(1)
/** Passphrase of a private key. */
const Passphrase = Text(1000).min(1)
export const secrets = { secret: Secret.optional(), passphrase: Passphrase.optional() }

/** Name of a file, with `*` for any letters and `?` for one. */
export const Pattern = Text(200).refine((pattern) => pattern !== '' && !/[/\\]/.test(pattern))

/** Errors of reading a place. */
export const placeErrors = [
  'watch_unreachable',
  'watch_refused',
  'watch_host_key_changed',
  'watch_place_missing',
  'watch_too_many',
  'watch_private_address',
  'watch_own_bucket',
  'watch_timeout',
] as const

/** Newest files of a place that match, and how many there are. */
export const Trial = z.object({
  files: z.array(z.object({ name: z.string(), size: z.int(), modified_at: Time.nullable() })).max(TRIAL_NAMES),
  total: z.int(),
  /** Host key of an SFTP server, to be pinned by the save. */
  host_key: z.string().nullable(),
})
