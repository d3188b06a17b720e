import { expect, test } from 'vitest'
import { addressOf, readPath, readServerPath, typedPlace } from './typed-place.ts'
import { blankWatch, placeOf, secretsOf } from './watch-values.ts'

const s3 = {
  ...({ kind: 's3', endpoint: null, region: 'ap-southeast-1', bucket: 'shop' } as const),
  ...{ prefix: 'export/daily/', pathStyle: false, keyId: 'AKIA' },
}
const sftp = {
  ...({ kind: 'sftp', host: 'sftp.shop.example', port: 22, user: 'till' } as const),
  ...({ folder: '/members', login: 'password', hostKey: null } as const),
}

test('a place is typed as one path, and read back as it was', () => {
  for (const folder of ['/members', 'members/new', '', '/'])
    expect(readServerPath(typedPlace({ ...sftp, folder }, '*.csv'))).toEqual({ folder, pattern: '*.csv' })
  const values = { ...blankWatch, ...s3, endpoint: '', path: typedPlace(s3, '*.csv') }
  expect(placeOf(values)).toEqual({ place: s3, pattern: '*.csv' })
  expect(placeOf({ ...values, path: '/' })).toEqual({ place: { ...s3, prefix: '' }, pattern: '*' })
})

test('an endpoint is sent without the slash at its end, and puts the bucket into the path', () => {
  const { place } = placeOf({ ...blankWatch, kind: 's3', endpoint: 'https://s3.shop.example/ ', bucket: 'shop' })
  expect(place).toMatchObject({ endpoint: 'https://s3.shop.example', pathStyle: true })
})

test('an address names its bucket, or its server and another port than that of SSH', () => {
  expect(addressOf(s3, '*')).toBe('s3://shop/export/daily/')
  expect(addressOf(sftp, '*.csv')).toBe('sftp.shop.example/members/*.csv')
  expect(addressOf({ ...sftp, port: 2222, folder: '' }, '*')).toBe('sftp.shop.example:2222')
  expect(addressOf({ kind: 'line_chat' }, '*')).toBe('')
})

test('a secret is sent only for places that have one, and a passphrase only with a key', () => {
  const typed = { ...blankWatch, secret: 'x', passphrase: 'y' }
  expect(secretsOf({ ...typed, kind: 'folder' })).toEqual({})
  expect(secretsOf({ ...typed, kind: 's3' })).toEqual({ secret: 'x' })
  expect(secretsOf({ ...typed, kind: 'sftp', login: 'password' })).toEqual({ secret: 'x' })
  expect(secretsOf({ ...typed, kind: 'sftp', login: 'key' })).toEqual({ secret: 'x', passphrase: 'y' })
  expect(secretsOf({ ...typed, kind: 's3', secret: '' })).toEqual({})
})

test.each([
  ['/pos/daily/*.csv', 'pos/daily', '*.csv'],
  ['*.xlsx', '', '*.xlsx'],
  ['/pos/', 'pos', '*'],
  ['', '', '*'],
])('the path %s is the folder %s and the pattern %s', (typed, path, pattern) => {
  expect(readPath(typed)).toEqual({ path, pattern })
})

test('a path that was typed is read from what it shows', () => {
  const shown = typedPlace({ kind: 'folder', path: 'pos/daily' }, '*.csv')
  expect(shown).toBe('/pos/daily/*.csv')
  expect(readPath(shown)).toEqual({ path: 'pos/daily', pattern: '*.csv' })
})
