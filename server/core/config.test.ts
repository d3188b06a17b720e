import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ruam-config-'))
})
afterAll(() => rm(folder, { recursive: true }))

const read = (env: NodeJS.ProcessEnv = {}) => readConfig({ RUAM_DATA: join(folder, 'data'), ...env })

test('without any setting Ruam serves this machine on port 3000', () => {
  expect(read()).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    environment: 'development',
    role: 'all',
    trustProxy: 0,
    drainSeconds: 0,
    setup: undefined,
  })
  expect(isAbsolute(read().dataFolder)).toBe(true)
})

test('an empty setting is an unset one', () => {
  expect(read({ PORT: '', PUBLIC_URL: '', RUAM_SETUP_EMAIL: '' })).toMatchObject({
    port: 3000,
    publicUrl: undefined,
    setup: undefined,
  })
})

describe('a wrong setting stops the start with one sentence that names it', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['RUAM_ENV', 'staging'],
    ['RUAM_ROLE', 'web'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['RUAM_SECRET_KEY', 'short'],
    ['PUBLIC_URL', 'ruam.example'],
    ['MEDIA_URL', 'http://media.example'],
    ['SMTP_URL', 'https://mail.example'],
    ['MAIL_FROM', 'Ruam'],
    ['MAIL_FROM', 'Ruam <a@example.com>, b@example.com'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '1.5'],
    ['RUAM_SETUP_DPA', 'no'],
    ['RUAM_SETUP_SAMPLE', 'yes'],
  ])('%s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      new RegExp(`^The setting ${name} is not valid: .*docs/settings\\.md\\.$`, 's'),
    )
  })

  test('settings that go together', () => {
    expect(() => read({ RUAM_SETUP_EMAIL: 'a@example.com' })).toThrow(/RUAM_SETUP_PASSWORD/)
    expect(() => read({ SMTP_URL: 'smtp://mail.example' })).toThrow(/MAIL_FROM and PUBLIC_URL/)
    expect(() => read({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.com' })).toThrow(/PUBLIC_URL/)
    expect(() => read({ OIDC_ISSUER: 'https://id.example', PUBLIC_URL: 'https://ruam.example' })).toThrow(
      /OIDC_CLIENT_ID/,
    )
    const oidc = { OIDC_CLIENT_ID: 'ruam', OIDC_CLIENT_SECRET: 'x', PUBLIC_URL: 'https://ruam.example' }
    expect(() => read({ OIDC_ISSUER: 'http://id.example', ...oidc })).toThrow(/OIDC_ISSUER.*https/)
    expect(() => read({ DATABASE_APP_URL: 'postgres://app@localhost/x' })).toThrow(/DATABASE_URL/)
  })
})

test('further database servers have settings with their numbers', () => {
  const [second, tenth] = ['postgres://owner@two/ruam', 'postgres://owner@ten/ruam']
  const direct = 'postgres://owner@two-direct/ruam'
  expect(read({ DATABASE_URL_2: second, DATABASE_DIRECT_URL_2: direct, DATABASE_URL_10: tenth }).servers).toEqual([
    { id: 2, databaseUrl: direct, pooledUrl: second, appUrl: undefined, sqlHost: undefined },
    { id: 10, databaseUrl: tenth, pooledUrl: undefined, appUrl: undefined, sqlHost: undefined },
  ])
  expect(() => read({ DATABASE_URL_2: 'mysql://two/ruam' })).toThrow(/DATABASE_URL_2/)
  expect(() => read({ DATABASE_APP_URL_3: second })).toThrow(/DATABASE_URL_3/)
  expect(() => read({ DATABASE_URL_11: second })).toThrow(/DATABASE_URL_11.*2 to 10/)
})

test('a flag is on for the string true alone', () => {
  const on = ['', '1', 'TRUE', 'true'].map((RUAM_FLAG_API_CONNECTOR) => read({ RUAM_FLAG_API_CONNECTOR }).flags)
  expect(on.map(({ api_connector }) => api_connector)).toEqual([false, false, false, true])
  expect(read({ RUAM_FLAG_FACEBOOK: 'true' }).flags).toEqual({ api_connector: false, facebook: true })
})

test('mail comes from an address with a name or without', () => {
  const mail = (MAIL_FROM: string) =>
    read({ SMTP_URL: 'smtps://u:p@mail.example', PUBLIC_URL: 'https://ruam.example', MAIL_FROM }).mail?.from
  expect(mail('"ร้าน รวม" <shop@example.com>')).toEqual({ name: 'ร้าน รวม', address: 'shop@example.com' })
  expect(mail('shop@example.com')).toEqual({ name: '', address: 'shop@example.com' })
})

test('a public address loses its slash at the end', () => {
  expect(read({ PUBLIC_URL: 'https://ruam.example/' }).publicUrl).toBe('https://ruam.example')
})

test('an unattended set-up has its settings together, the agreement only when it is accepted and sample data when asked', () => {
  const env = { RUAM_SETUP_EMAIL: 'a@example.com', RUAM_SETUP_PASSWORD: 'long enough', RUAM_SETUP_STORE: 'ร้าน' }
  expect(read(env).setup).toEqual({
    email: 'a@example.com',
    password: 'long enough',
    store: 'ร้าน',
    dpaAccepted: false,
    sample: false,
  })
  expect(read({ ...env, RUAM_SETUP_DPA: 'accepted' }).setup?.dpaAccepted).toBe(true)
  expect(read({ ...env, RUAM_SETUP_SAMPLE: '1' }).setup?.sample).toBe(true)
})

test('the secret is generated once, kept for the next start, and readable only by its owner', async () => {
  const { secretKey, dataFolder } = read()
  expect(secretKey).toMatch(/^[0-9a-f]{64}$/)
  expect(read().secretKey).toBe(secretKey)
  expect((await readFile(join(dataFolder, 'secret-key'), 'utf8')).trim()).toBe(secretKey)
  expect([(await stat(join(dataFolder, 'secret-key'))).mode & 0o777, (await stat(dataFolder)).mode & 0o777]).toEqual([
    0o600, 0o700,
  ])
  expect(read({ RUAM_SECRET_KEY: 'x'.repeat(32) }).secretKey).toBe('x'.repeat(32))
})

test('a bucket needs its name and both of its keys', () => {
  const own = { S3_BUCKET: 'ruam-files', S3_ENDPOINT: 'https://s3.example.com' }
  expect(read(own).bucket).toEqual({
    ...{ endpoint: 'https://s3.example.com', bucket: 'ruam-files', region: 'us-east-1', pathStyle: true },
    keys: undefined,
  })
  expect(read({ S3_BUCKET: 'ruam-files', S3_PATH_STYLE: '1' }).bucket?.pathStyle).toBe(true)
  expect(read().bucket).toBeUndefined()
  expect(() => read({ S3_ENDPOINT: 'https://s3.example.com' })).toThrow('S3_BUCKET names the bucket')
  expect(() => read({ ...own, S3_ACCESS_KEY_ID: 'id' })).toThrow('go together')
})

test('a pooler, a NATS server and its key each require their related setting', () => {
  const direct = 'postgres://owner@db.example.com/ruam'
  const pooled = 'postgres://owner@pooler.example.com/ruam'
  const both = read({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct })
  expect([both.databaseUrl, both.pooledUrl]).toEqual([direct, pooled])
  expect(read({ DATABASE_URL: direct }).pooledUrl).toBeUndefined()
  expect(() => read({ DATABASE_DIRECT_URL: direct })).toThrow('DATABASE_DIRECT_URL needs DATABASE_URL')
  expect(read({ NATS_URL: 'nats://a:4222,tls://b:4222' }).nats).toEqual({
    ...{ servers: ['nats://a:4222', 'tls://b:4222'], nkey: undefined },
  })
  expect(() => read({ NATS_URL: 'http://a' })).toThrow('NATS_URL')
  expect(() => read({ NATS_NKEY: `SU${'A'.repeat(56)}` })).toThrow('NATS_NKEY needs NATS_URL')
})
