import { z } from 'zod'

const Flag = z.enum(['0', '1']).transform((text) => text === '1')
export const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/ })
const HttpUrl = z.url({ protocol: /^https?$/ })

/** `Ruam <ruam@example.com>`, or the address alone. */
const MailAddress = z.string().transform((text, check) => {
  const [, name = '', address = text] = /^\s*"?([^"<>\r\n]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  if (z.email().safeParse(address).success) return { name, address }
  check.addIssue('it is no e-mail address')
  return z.NEVER
})

const server = {
  PORT: z.coerce.number().int().min(0).max(65535).default(3000).describe('port to listen on'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  PUBLIC_URL: HttpUrl.optional().describe(
    'public address, if different: only its pages may sign in, and `https:` makes cookies secure; passkeys belong to it and need `https:`',
  ),
  RUAM_HSTS_SUBDOMAINS: Flag.default(false).describe(
    '1 makes browsers use https for the subdomains of `PUBLIC_URL` too: only if all of them support it',
  ),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'number of reverse proxies in front of Ruam that append to `X-Forwarded-For`; direct access must be blocked',
    ),
  RUAM_DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .optional()
    .describe(
      'seconds between a 503 of `/readyz` and the end of a process that is told to stop: longer than the proxy takes to notice. 5 with `TRUST_PROXY`, otherwise 0',
    ),
  RUAM_ENV: z.enum(['development', 'production', 'test']).default('development').describe('environment'),
  RUAM_DATA: z.string().min(1).default('./data').describe('folder for database, uploads and secret key'),
  RUAM_ROLE: z
    .enum(['all', 'api', 'worker'])
    .default('all')
    .describe(
      '`api` serves requests, `worker` runs jobs, `all` does both; processes on one data folder share its database',
    ),
  RUAM_SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('at least 32 characters, the same for all processes of a database; without it, a key in the data folder'),
}

const database = {
  DATABASE_URL: DatabaseUrl.optional().describe(
    'your own PostgreSQL (15 or later) instead of the embedded one; connects as the database owner, who must be allowed to create roles',
  ),
  DATABASE_DIRECT_URL: DatabaseUrl.optional().describe(
    'the same database without the pooler, if `DATABASE_URL` points to pgbouncer in transaction mode',
  ),
  DATABASE_APP_URL: DatabaseUrl.optional().describe(
    'role for requests and jobs instead of `ruam_app`; must be a member of the `ruam_app` of this database and nothing stronger',
  ),
  RUAM_DATABASE_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_000_000)
    .optional()
    .describe(
      'bytes that your own PostgreSQL may use; at 95 % imports, uploads and exports pause and programs get 507. Unset: Ruam cannot know how much room it has',
    ),
  RUAM_REWRITE_HOUR: z
    .union([
      z.literal('off'),
      z
        .stringFormat('hour', /^\d{1,2}$/)
        .transform(Number)
        .pipe(z.int().min(0).max(23)),
    ])
    .default(3)
    .describe(
      "hour of the machine's clock when tables with erased rows are rewritten, each locked meanwhile (about 20 s for a million customers); `off` never rewrites, so erased bytes stay on disk",
    ),
  RUAM_SQL_ACCESS: Flag.default(false).describe(
    '1 lets store owners create a read-only SQL account ([operations.md](operations.md#sql-access)). Set it for every process; without it all SQL accounts are removed',
  ),
  RUAM_SQL_HOST: z
    .string()
    .regex(/^[\w.-]+(:\d{1,5})?$/)
    .optional()
    .describe("`host` or `host:port` at which programs reach the database; the server's own if unset"),
}

const files = {
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional()
    .describe(
      'keeps uploads, exports and pictures in this bucket of S3 or a compatible server; without versioning, or erased rows stay',
    ),
  S3_REGION: z.string().min(1).default('us-east-1').describe('region of the bucket'),
  S3_ENDPOINT: HttpUrl.optional().describe("address of a compatible server; Amazon's if unset"),
  S3_PATH_STYLE: Flag.optional().describe('1 puts the bucket into the path; 1 if unset and there is an endpoint'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe("key of the bucket; the machine's own if unset"),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('secret of that key'),
  RUAM_WATCH_ROOT: z
    .string()
    .min(1)
    .optional()
    .describe(
      'folder from which files are imported by themselves: you make `{store id}` in it, which a store reads with what is below, and let Ruam write there. Linux only',
    ),
  RUAM_BACKUP: z
    .string()
    .min(1)
    .optional()
    .describe(
      'folder for nightly backups, preferably on another disk, or `s3://bucket/prefix`; runs after 2 a.m. or at the next start, and keeps seven daily and three weekly backups',
    ),
  RUAM_ARCHIVE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'folder on another disk, or `s3://bucket/prefix`, to which the embedded PostgreSQL and the files are copied every 20 seconds; `npm run restore -- --archive` brings any minute of the last week back',
    ),
  RUAM_BACKUP_S3_REGION: z
    .string()
    .min(1)
    .default('us-east-1')
    .describe('region of the bucket for backups and archive'),
  RUAM_BACKUP_S3_ENDPOINT: HttpUrl.optional().describe("address of its compatible server; Amazon's if unset"),
  RUAM_BACKUP_S3_PATH_STYLE: Flag.optional().describe(
    '1 puts that bucket into the path; 1 if unset and there is an endpoint',
  ),
  RUAM_BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional().describe("key of that bucket; the machine's own if unset"),
  RUAM_BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('secret of that key'),
  RUAM_BACKUP_PASSPHRASE: z
    .string()
    .min(12)
    .optional()
    .describe('encrypts backups; at least 12 characters, needed to restore'),
  RUAM_REHEARSE: Flag.default(true).describe(
    '0 ends the weekly rehearsal, which restores the newest backup into a folder of its own and starts it there; it needs as much room as the data folder',
  ),
  RUAM_REHEARSAL: Flag.default(false).describe(
    '1 is the switch of `npm run backup:rehearse`: no timers, no jobs, and every outgoing connection but that to `DATABASE_URL` is refused',
  ),
}

const events = {
  // One address, or those of a cluster with commas between them.
  NATS_URL: z
    .string()
    .regex(/^(nats|tls):\/\/[^\s,]+(,(nats|tls):\/\/[^\s,]+)*$/)
    .optional()
    .describe(
      'carries events between processes and to other programs: comma-separated `nats://` or `tls://` addresses',
    ),
  NATS_NKEY: z
    .string()
    .regex(/^SU[A-Z2-7]{56}$/)
    .optional()
    .describe("seed of a user's nkey"),
}

const people = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      '`smtps://user:password@mail.example.com`: sends invitations, password resets and notices by mail; needs `PUBLIC_URL`',
    ),
  MAIL_FROM: MailAddress.optional().describe('sender of mails: `Ruam <ruam@example.com>`'),
  OPERATOR_EMAIL: z
    .email()
    .optional()
    .describe('address of those who run Ruam: owners of stores send them the report of the page “ระบบ” (System)'),
  OIDC_ISSUER: HttpUrl.optional().describe(
    'sign-in through an identity provider; needs `PUBLIC_URL`, with the redirect address `{PUBLIC_URL}/api/auth/oidc/callback`',
  ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('id of Ruam at the provider'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('secret of Ruam at the provider'),
}

const channels = {
  MEDIA_URL: z
    .url({ protocol: /^https$/ })
    .optional()
    .describe(
      'public address of broadcast pictures and short links, such as a CDN in front of `{PUBLIC_URL}/media` and `{PUBLIC_URL}/l`; `PUBLIC_URL` if unset and https. Without https no picture can be sent, and links are sent as they are written',
    ),
  LINE_API_URL: HttpUrl.default('https://api.line.me').describe(
    "base address of LINE's Messaging API; changed only for the simulator",
  ),
  LINE_DATA_URL: HttpUrl.default('https://api-data.line.me').describe(
    'the same for content; changed only for the simulator',
  ),
  LINE_STICKER_URL: HttpUrl.default('https://stickershop.line-scdn.net').describe(
    'the same for pictures of stickers; changed only for the simulator',
  ),
  LINE_LOGIN_URL: HttpUrl.default('https://access.line.me').describe(
    'the same for the login page of LINE, by which customers open “My data”; changed only for the simulator',
  ),
  FACEBOOK_APP_ID: z
    .string()
    .regex(/^\d{5,20}$/)
    .optional()
    .describe(
      'the Facebook app through which stores connect their pages. Its webhook is `{PUBLIC_URL}/webhook/facebook/{FACEBOOK_APP_ID}`, subscribed to `messages` and `messaging_postbacks`',
    ),
  FACEBOOK_APP_SECRET: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional()
    .describe('secret of the app'),
  FACEBOOK_VERIFY_TOKEN: z.string().min(16).max(200).optional().describe('verify token of its webhook'),
  FACEBOOK_GRAPH_URL: HttpUrl.default('https://graph.facebook.com/v23.0').describe(
    "base address of Facebook's Graph API; changed only for the simulator",
  ),
}

const watching = {
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .optional()
    .describe(
      'port of `/metrics`, `/livez` and `/readyz`, for API and worker processes; every process of a machine needs another one. Unset: none',
    ),
  METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('address of that port; any other than that of this machine needs `METRICS_TOKEN`'),
  METRICS_TOKEN: z
    .string()
    .min(20)
    .optional()
    .describe('at least 20 characters that a scrape sends as `Authorization: Bearer`; without it, none is asked for'),
  ACCESS_LOG: Flag.default(false).describe('1 logs each answer: call, status, duration, bytes, request id and store'),
  OTEL_EXPORTER_OTLP_ENDPOINT: HttpUrl.optional().describe(
    'base address of an OpenTelemetry collector, such as `http://localhost:4318`: gets spans of calls, jobs, transactions and outgoing requests',
  ),
}

const features = {
  RUAM_OLDER_SUNSET: z.iso
    .date()
    .optional()
    .describe(
      'day on which the older API under `/api/v1` ends, such as `2027-12-31`; announced in the `Sunset` header',
    ),
  RUAM_SERVICE_WORKER: Flag.default(true).describe(
    '0 has browsers remove the service worker, which caches the files of the web so that screens open without a network',
  ),
  RUAM_FLAG_API_CONNECTOR: z.string().default('').describe('`true` shows the API Connector in the menu'),
  RUAM_FLAG_FACEBOOK: z.string().default('').describe('`true` shows Facebook pages in the settings'),
}

const watches = {
  RUAM_WATCH_PRIVATE: Flag.default(false).describe(
    '1 lets stores watch S3 and SFTP servers at private addresses, this machine among them, and S3 without https: only if you trust all their members with your network',
  ),
}

const setup = {
  RUAM_SETUP_EMAIL: z.email().optional().describe('creates the first owner and store without the link'),
  RUAM_SETUP_PASSWORD: z.string().min(10).optional().describe("the owner's password"),
  RUAM_SETUP_STORE: z.string().min(1).optional().describe("the store's name"),
  RUAM_SETUP_DPA: z.literal('accepted').optional().describe('the owner accepts the data-processing agreement'),
  RUAM_SETUP_SAMPLE: Flag.default(false).describe(
    '1 fills that store with 5,000 fictional customers, labels, activities and two finished imports',
  ),
}

/** Settings by section of docs/settings.md, which `tools/write-settings.ts` writes. */
export const settingSections = {
  Server: server,
  Database: database,
  'Files and backups': files,
  Events: events,
  'Mail and sign-in': people,
  'LINE and Facebook': channels,
  'Metrics, logs and traces': watching,
  Watches: watches,
  Features: features,
  'First start': setup,
}

/** Environment variables as the server reads them; an empty one counts as unset. */
export const Environment = z.object({
  ...server,
  ...database,
  ...files,
  ...events,
  ...people,
  ...channels,
  ...watching,
  ...watches,
  ...features,
  ...setup,
})
