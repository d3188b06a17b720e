import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { DatabaseUrl, Environment } from './environment.ts'
import { completeRestore } from './restore-journal.ts'

/** An S3-compatible server and its bucket. */
export interface BucketSettings {
  /** Undefined for Amazon's own. */
  endpoint: string | undefined
  bucket: string
  region: string
  /** Undefined: those of the machine, as Amazon's tools find them. */
  keys: { id: string; secret: string } | undefined
  /** The bucket in the path of an address rather than in its host. */
  pathStyle: boolean
}

/** Server and keys of the bucket that an address `s3://bucket/prefix` of backups names. */
export type BackupBucket = Omit<BucketSettings, 'bucket'>

/** A further database server: its number, and the owner's and the application's connections as of the first one. */
export interface ServerSettings {
  id: number
  databaseUrl: string
  pooledUrl: string | undefined
  appUrl: string | undefined
  /** Its address as programs reach it. */
  sqlHost: string | undefined
}

/** Address of `/metrics`, and the token that a scrape must send. */
export interface MetricsSettings {
  port: number
  host: string
  token: string | undefined
}

export interface Config {
  port: number
  host: string
  environment: 'development' | 'production' | 'test'
  /** Absolute path of the folder for the database, the uploads and the secret. */
  dataFolder: string
  role: 'all' | 'api' | 'worker'
  /** The owner's connection without a pooler, when the database is not the embedded one. */
  databaseUrl: string | undefined
  /** The owner's connection through a pooler in transaction mode, if there is one. */
  pooledUrl: string | undefined
  appUrl: string | undefined
  /** Bytes that a database of one's own may have; undefined if unknown. */
  databaseMaxBytes: number | undefined
  /** Further database servers, to which whole stores belong; none with one server. */
  servers: readonly ServerSettings[]
  /** Bucket for files, instead of the data folder. */
  bucket: BucketSettings | undefined
  /** Carries what is pushed between processes, in place of notifications of PostgreSQL. */
  nats: { servers: string[]; nkey: string | undefined } | undefined
  secretKey: string
  /** Public address of Ruam, without a trailing slash; derived from the port if unset. */
  publicUrl: string | undefined
  /** True if browsers are to use https alone for the subdomains too. */
  httpsSubdomains: boolean
  /** Address by which LINE opens pictures, without a trailing slash: of a CDN or of Ruam. Undefined without https. */
  mediaUrl: string | undefined
  /** Outgoing mail; undefined if no mail is sent. */
  mail: { smtpUrl: string; from: { name: string; address: string } } | undefined
  /** Address of the people who run the installation. */
  operatorEmail: string | undefined
  /** Through whom people may sign in, too. */
  oidc: { issuer: string; clientId: string; clientSecret: string } | undefined
  /** Base addresses of LINE's Messaging API, without a slash at the end: of calls, and of content. */
  line: { apiUrl: string; dataUrl: string; stickerUrl: string; loginUrl: string }
  /** The Facebook app through which pages are connected: base address of the Graph API, id, secret, and the token of its webhook. */
  facebook: { graphUrl: string; appId: string; appSecret: string; verifyToken: string } | undefined
  /** True if watches may reach servers at private addresses. */
  watchPrivate: boolean
  /** Number of proxies in front of the server. */
  trustProxy: number
  /** Seconds in which proxies notice the end of a process. */
  drainSeconds: number
  /** The hour in which tables with erased customers are rewritten; null for never. */
  rewriteHour: number | null
  /** Absolute path of the folder whose folders stores watch; undefined: none is watched. */
  watchRoot: string | undefined
  /** Folder of the nightly backups, or `s3://bucket/prefix`; none are made if unset. */
  backupFolder: string | undefined
  backupBucket: BackupBucket
  /** Folder or `s3://bucket/prefix` of the archive of the embedded database. */
  archive: string | undefined
  /** True if the newest backup is restored once a week to see that it can be. */
  rehearse: boolean
  /** True in the process that shows that a restored backup works: nothing leads out of it. */
  rehearsal: boolean
  /** Encrypts backups. */
  backupPassphrase: string | undefined
  /** True if owners of stores may make read-only SQL logins. */
  sqlAccess: boolean
  /** Address of the database as programs reach it, `host` or `host:port`; that of the server's own connection if unset. */
  sqlHost: string | undefined
  /** HTTP date when the older API ends; undefined if that is not decided. */
  olderSunset: string | undefined
  /** Undefined without METRICS_PORT. */
  metrics: MetricsSettings | undefined
  /** True if each answer is logged. */
  accessLog: boolean
  /** Base address of an OpenTelemetry collector. */
  otlpUrl: string | undefined
  /** True if browsers cache the files of the web. */
  serviceWorker: boolean
  /** Optional features offered by the web: enabled only by the string `true`. */
  flags: { api_connector: boolean; facebook: boolean }
  setup: { email: string; password: string; store: string; dpaAccepted: boolean; sample: boolean } | undefined
}

/**
 * Reads the settings and makes the data folder and its secret. Throws one clear sentence about the first wrong setting.
 * Every setting is listed in docs/settings.md.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const settings = readSettings(env)
  completeRestore(settings.dataFolder)
  return { ...settings, secretKey: settings.secretKey ?? keptSecret(join(settings.dataFolder, 'secret-key')) }
}

/** Config before there is a secret key: a restore brings one. */
export type Settings = Omit<Config, 'secretKey'> & { secretKey: string | undefined }

/** Reads the settings and makes the data folder. Throws one clear sentence about the first wrong setting. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new Error(`The setting ${issue.path.join('.')} is not valid: ${issue.message}. See docs/settings.md.`)
  }
  const set = parsed.data
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: keySecret } = set
  if ((endpoint || keyId || keySecret) && !bucket) {
    throw new Error('S3_BUCKET names the bucket of S3_ENDPOINT and its keys: set it, or none of them.')
  }
  if (Boolean(keyId) !== Boolean(keySecret)) {
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both or none.')
  }
  if (set.NATS_NKEY && !set.NATS_URL) throw new Error('NATS_NKEY needs NATS_URL, the address of its server.')
  const { RUAM_SETUP_EMAIL: email, RUAM_SETUP_PASSWORD: password, RUAM_SETUP_STORE: store } = set
  if ((email || password || store) && !(email && password && store)) {
    throw new Error('RUAM_SETUP_EMAIL, RUAM_SETUP_PASSWORD and RUAM_SETUP_STORE go together: set all three or none.')
  }
  if (set.DATABASE_APP_URL && !set.DATABASE_URL) {
    throw new Error('DATABASE_APP_URL needs DATABASE_URL: the owner of the database migrates it.')
  }
  if (set.RUAM_DATABASE_MAX_BYTES && !set.DATABASE_URL) {
    throw new Error('RUAM_DATABASE_MAX_BYTES needs DATABASE_URL: the embedded PostgreSQL may fill its disk.')
  }
  if (set.RUAM_ARCHIVE && set.DATABASE_URL && !set.RUAM_REHEARSAL) {
    throw new Error(
      'RUAM_ARCHIVE is for the embedded PostgreSQL: archive your own with pgBackRest (docs/operations.md).',
    )
  }
  if (set.DATABASE_DIRECT_URL && !set.DATABASE_URL) {
    throw new Error('DATABASE_DIRECT_URL needs DATABASE_URL, which leads to the same database through a pooler.')
  }
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = set
  if ((smtpUrl || from) && !(smtpUrl && from && set.PUBLIC_URL)) {
    throw new Error('SMTP_URL needs MAIL_FROM and PUBLIC_URL, to which the links in mails lead.')
  }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = set
  if ((issuer || clientId || clientSecret) && !(issuer && clientId && clientSecret && set.PUBLIC_URL)) {
    throw new Error(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together, with PUBLIC_URL, to which the provider leads back.',
    )
  }
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret, FACEBOOK_VERIFY_TOKEN: verifyToken } = set
  if ((appId || appSecret || verifyToken) && !(appId && appSecret && verifyToken)) {
    throw new Error(
      'FACEBOOK_APP_ID, FACEBOOK_APP_SECRET and FACEBOOK_VERIFY_TOKEN go together: set all three or none.',
    )
  }
  if (issuer?.startsWith('http:') && !['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname)) {
    throw new Error(
      'The setting OIDC_ISSUER is not valid: an identity provider on another machine is reached by https.',
    )
  }
  const dataFolder = resolve(set.RUAM_DATA)
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const publicUrl = set.PUBLIC_URL?.replace(/\/+$/, '')
  if (set.RUAM_REHEARSAL && !set.DATABASE_URL)
    throw new Error('RUAM_REHEARSAL needs DATABASE_URL, the only place that a rehearsal connects to.')
  const settings: Settings = {
    port: set.PORT,
    host: set.HOST,
    environment: set.RUAM_ENV,
    dataFolder,
    role: set.RUAM_ROLE,
    databaseUrl: set.DATABASE_DIRECT_URL ?? set.DATABASE_URL,
    pooledUrl: set.DATABASE_DIRECT_URL && set.DATABASE_URL,
    appUrl: set.DATABASE_APP_URL,
    databaseMaxBytes: set.RUAM_DATABASE_MAX_BYTES,
    servers: serversOf(env),
    bucket: bucket
      ? {
          ...{ endpoint, bucket, region: set.S3_REGION, pathStyle: set.S3_PATH_STYLE ?? endpoint !== undefined },
          keys: keyId && keySecret ? { id: keyId, secret: keySecret } : undefined,
        }
      : undefined,
    nats: set.NATS_URL ? { servers: set.NATS_URL.split(','), nkey: set.NATS_NKEY } : undefined,
    secretKey: set.RUAM_SECRET_KEY,
    publicUrl,
    httpsSubdomains: set.RUAM_HSTS_SUBDOMAINS,
    mediaUrl: set.MEDIA_URL?.replace(/\/+$/, '') ?? (publicUrl?.startsWith('https:') ? publicUrl : undefined),
    mail: smtpUrl && from ? { smtpUrl, from } : undefined,
    operatorEmail: set.OPERATOR_EMAIL,
    oidc: issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined,
    line: {
      apiUrl: set.LINE_API_URL.replace(/\/+$/, ''),
      dataUrl: set.LINE_DATA_URL.replace(/\/+$/, ''),
      stickerUrl: set.LINE_STICKER_URL.replace(/\/+$/, ''),
      loginUrl: set.LINE_LOGIN_URL.replace(/\/+$/, ''),
    },
    facebook:
      appId && appSecret && verifyToken
        ? { graphUrl: set.FACEBOOK_GRAPH_URL.replace(/\/+$/, ''), appId, appSecret, verifyToken }
        : undefined,
    watchPrivate: set.RUAM_WATCH_PRIVATE,
    trustProxy: set.TRUST_PROXY,
    drainSeconds: set.RUAM_DRAIN_SECONDS ?? (set.TRUST_PROXY > 0 ? PROXY_NOTICE_SECONDS : 0),
    rewriteHour: set.RUAM_REWRITE_HOUR === 'off' ? null : set.RUAM_REWRITE_HOUR,
    watchRoot: set.RUAM_WATCH_ROOT && resolve(set.RUAM_WATCH_ROOT),
    backupFolder: placeOf(set.RUAM_BACKUP),
    backupBucket: backupBucketOf(set),
    archive: placeOf(set.RUAM_ARCHIVE),
    rehearse: set.RUAM_REHEARSE,
    rehearsal: set.RUAM_REHEARSAL,
    backupPassphrase: set.RUAM_BACKUP_PASSPHRASE,
    sqlAccess: set.RUAM_SQL_ACCESS,
    sqlHost: set.RUAM_SQL_HOST,
    olderSunset: set.RUAM_OLDER_SUNSET && new Date(`${set.RUAM_OLDER_SUNSET}T00:00:00Z`).toUTCString(),
    metrics: metricsOf(set),
    accessLog: set.ACCESS_LOG,
    otlpUrl: set.OTEL_EXPORTER_OTLP_ENDPOINT,
    serviceWorker: set.RUAM_SERVICE_WORKER,
    flags: { api_connector: set.RUAM_FLAG_API_CONNECTOR === 'true', facebook: set.RUAM_FLAG_FACEBOOK === 'true' },
    setup:
      email && password && store
        ? { email, password, store, dpaAccepted: set.RUAM_SETUP_DPA === 'accepted', sample: set.RUAM_SETUP_SAMPLE }
        : undefined,
  }
  return settings.rehearsal ? inward(settings) : settings
}

/** Resolves a folder; leaves the address of a bucket. */
const placeOf = (address: string | undefined) =>
  address === undefined || address.startsWith('s3://') ? address : resolve(address)

function backupBucketOf(set: z.output<typeof Environment>): BackupBucket {
  const { RUAM_BACKUP_S3_ENDPOINT: endpoint, RUAM_BACKUP_S3_REGION: region } = set
  const { RUAM_BACKUP_S3_ACCESS_KEY_ID: id, RUAM_BACKUP_S3_SECRET_ACCESS_KEY: secret } = set
  if (Boolean(id) !== Boolean(secret))
    throw new Error('RUAM_BACKUP_S3_ACCESS_KEY_ID and RUAM_BACKUP_S3_SECRET_ACCESS_KEY go together: set both or none.')
  const keys = id && secret ? { id, secret } : undefined
  return { endpoint, region, keys, pathStyle: set.RUAM_BACKUP_S3_PATH_STYLE ?? endpoint !== undefined }
}

const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

function metricsOf({
  METRICS_PORT: port,
  METRICS_HOST: host,
  METRICS_TOKEN: token,
}: z.output<typeof Environment>): MetricsSettings | undefined {
  if (port === undefined) return undefined
  if (!token && !isThisMachine(host))
    throw new Error('METRICS_HOST opens the metrics to other machines: set METRICS_TOKEN, or leave METRICS_HOST unset.')
  return { port, host, token }
}

/** Proxies usually look each second or two, and take a process out after two failures. */
const PROXY_NOTICE_SECONDS = 5

/** Settings of a rehearsal: nothing of what leads out of its database and its folder. */
const inward = (settings: Settings): Settings => ({
  ...settings,
  ...{ role: 'api', servers: [], bucket: undefined, nats: undefined, mail: undefined, oidc: undefined },
  ...{ facebook: undefined, publicUrl: undefined, mediaUrl: undefined, backupFolder: undefined, archive: undefined },
  ...{
    watchRoot: undefined,
    setup: undefined,
    sqlAccess: false,
    rewriteHour: null,
    metrics: undefined,
    otlpUrl: undefined,
  },
})

/** Ids of the tenth server still have nine digits. */
export const MAX_SERVERS = 10

/** Reads the settings of further servers: DATABASE_URL_2 and so on, each with the same related settings as DATABASE_URL. */
function serversOf(env: NodeJS.ProcessEnv): ServerSettings[] {
  const setting = (name: string) => {
    const text = env[name]
    if (!text) return undefined
    if (!DatabaseUrl.safeParse(text).success)
      throw new Error(`The setting ${name} is not valid: Invalid URL. See docs/settings.md.`)
    return text
  }
  const beyond = Object.keys(env).find((name) => /^DATABASE_(?:APP_|DIRECT_)?URL_/.test(name) && !isOfServer(name))
  if (beyond)
    throw new Error(`The setting ${beyond} has no meaning: further servers have the numbers 2 to ${MAX_SERVERS}.`)
  return Array.from({ length: MAX_SERVERS - 1 }, (_, place) => place + 2).flatMap((id) => {
    const [url, direct] = [setting(`DATABASE_URL_${id}`), setting(`DATABASE_DIRECT_URL_${id}`)]
    const appUrl = setting(`DATABASE_APP_URL_${id}`)
    if (!url && (direct || appUrl)) throw new Error(`The settings of server ${id} need DATABASE_URL_${id}.`)
    const sqlHost = env[`RUAM_SQL_HOST_${id}`] || undefined
    return url ? [{ id, databaseUrl: direct ?? url, pooledUrl: direct && url, appUrl, sqlHost }] : []
  })
}

const isOfServer = (name: string) => /_(?:[2-9]|10)$/.test(name)

function keptSecret(path: string): string {
  if (!existsSync(path)) {
    try {
      writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(path, 'utf8').trim()
}
