// Ways by which text of other systems comes into the server. `check-doors.ts` enforces it.

/** A file that uses a way in: another file that cleans its text, or a reason why no text of it is stored. */
export type Door = { cleanedBy: string } | { because: string }

/** Packages and globals that bring text from outside, with the only files that use them. */
export const doors: Readonly<Record<string, Readonly<Record<string, Door>>>> = {
  fetch: {
    'server/app/health.ts': { because: 'asks this machine, and stores nothing' },
    'server/app/rehearsal/visit.ts': { because: 'asks a restored copy on this machine, and stores nothing' },
  },
  'openid-client': {
    'server/app/auth/provider.ts': { cleanedBy: 'server/app/auth/provider.ts' },
    'server/privacy/my-data/line-login.ts': { because: 'returns the id of a user by its pattern, and no other text' },
  },
  '@simplewebauthn/server': {
    'server/app/auth/verify-passkey.ts': { because: 'returns ids, keys and counters, no text' },
  },
  '@fastify/multipart': { 'server/app/app.ts': { cleanedBy: 'server/http/upload.ts' } },
  // Text of files, and bodies of programs.
  TextDecoder: {
    'server/formats/files/byte-source.ts': { cleanedBy: 'server/formats/files/book.ts' },
    'server/formats/files/charset.ts': { because: 'tries charsets, and keeps no text' },
    'server/formats/files/csv-text.ts': { cleanedBy: 'server/formats/files/csv.ts' },
    'server/formats/files/raw-rows.ts': { cleanedBy: 'server/formats/files/raw-rows.ts' },
    'server/formats/files/sample.ts': { cleanedBy: 'server/formats/files/sample.ts' },
    'server/formats/files/xlsx-zip.ts': { cleanedBy: 'server/formats/files/xlsx-sheet.ts' },
    'server/http/strict-json.ts': { cleanedBy: 'server/ingest/items/stored-items.ts' },
  },
  yauzl: { 'server/formats/files/xlsx-zip.ts': { cleanedBy: 'server/formats/files/xlsx-workbook.ts' } },
  htmlparser2: { 'server/formats/files/html-tables.ts': { cleanedBy: 'server/formats/files/book.ts' } },
  'music-metadata': {
    'server/broadcasts/media/recording-process.ts': { because: 'returns a kind and a length, no text' },
  },
  nodemailer: { 'server/mail/transport.ts': { because: 'answers of mail servers are not stored' } },
  ws: {
    'server/push/connection.ts': { because: 'frames are names of topics, read by a schema' },
    'server/push/sockets.ts': { because: 'frames are names of topics, read by a schema' },
  },
  '@nats-io/nats-core': {
    'server/push/forward.ts': { because: 'events of our own servers' },
    'server/push/nats.ts': { because: 'events of our own servers' },
  },
  '@nats-io/nkeys': {},
  '@nats-io/transport-node': { 'server/push/nats.ts': { because: 'events of our own servers' } },
  '@aws-sdk/lib-storage': { 'server/storage/bucket.ts': { because: 'files of our own, by names of our own' } },
  // Names in buckets that stores watch; those in our own bucket are ours.
  '@aws-sdk/client-s3': { 'server/storage/bucket.ts': { cleanedBy: 'server/watches/places/place.ts' } },
  ssh2: { 'server/watches/places/sftp.ts': { cleanedBy: 'server/watches/places/place.ts' } },
  '@opentelemetry/api': { 'server/app/metrics/spans.ts': { because: 'sends spans, and reads no answer' } },
  '@opentelemetry/exporter-trace-otlp-http': {
    'server/app/metrics/spans.ts': { because: 'sends spans, and reads no answer' },
  },
  '@opentelemetry/resources': { 'server/app/metrics/spans.ts': { because: 'sends spans, and reads no answer' } },
  '@opentelemetry/sdk-trace': { 'server/app/metrics/spans.ts': { because: 'sends spans, and reads no answer' } },
  WebSocket: {},
  EventSource: {},
  XMLHttpRequest: {},
  'node:https': {
    'server/core/outside-call.ts': { cleanedBy: 'server/core/outside-call.ts' },
    'server/open-api/webhooks/post.ts': { because: 'reads no answer of a receiver but its status' },
  },
  'node:tls': { 'server/reports/system/certificate.ts': { because: 'reads dates of a certificate alone' } },
  'node:dgram': { 'server/core/outgoing.ts': { because: 'refuses to send, and reads nothing' } },
  'node:http2': {},
}

/** Packages that bring no text from outside, or whose text passes the contract of a call. */
export const inside: readonly string[] = [
  ...[
    'zod',
    'kysely',
    'pg',
    'pg-copy-streams',
    'pg-boss',
    'fastify',
    'pino',
    'prom-client',
    'sharp',
    'image-size',
    'papaparse',
    'yazl',
    '@e965/xlsx',
    'standardwebhooks',
    'request-filtering-agent',
  ],
  ...['@node-rs/argon2', '@fastify/static'],
]
