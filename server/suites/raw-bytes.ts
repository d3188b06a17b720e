import fc from 'fast-check'
import { shapeOf } from '../testing/shapes.ts'
import type { Call } from './calls.ts'
import { junk, naughty } from './strange-values.ts'

/** A body: `text`, as many times as `times` says, so that megabytes stay short in a report; # is the number of the time. */
export interface Payload {
  before?: string
  text: string
  times?: number
  after?: string
}

export function bytesOf({ before = '', text, times, after = '' }: Payload): string {
  if (times === undefined) return text
  const numbered = text.includes('#')
  return (
    before +
    (numbered ? Array.from({ length: times }, (_, n) => text.replace('#', String(n))).join('') : text.repeat(times)) +
    after
  )
}

/** Bodies that are no JSON, other JSON than was asked for, and far too much of it. */
export const rawBodies: fc.Arbitrary<Payload> = fc.oneof(
  junk.map((value) => ({ text: JSON.stringify(value) ?? 'undefined' })),
  fc.constantFrom<Payload[]>(
    { text: '' },
    { text: '{' },
    { text: '{"a":1,}' },
    { text: "{'a':1}" },
    { text: '{"a":1}{"b":2}' },
    { text: '\ufeff{}' },
    { text: '{"__proto__":{"admin":true}}' },
    { text: '{"constructor":{"prototype":{"admin":true}}}' },
    { text: '{"email":"a@b.co","email":"c@d.co","password":"x","password":"y"}' },
    { text: '{"email":"\\ud800","password":"\\u0000"}' },
    { text: '1e999999' },
    { text: '[', times: 200_000 },
    { text: '{"a":', times: 100_000 },
    { before: '{', text: '"k#":1,', times: 60_000, after: '"k":1}' },
    { text: ' ', times: 900_000 },
    { text: '"', times: 1_000_000 },
    { text: 'a', times: 10_000_000 },
    { text: '{"name":"ก"}', times: 900_000 },
  ),
)

/** A body with an extremely long list in a key of the contract. */
export const swollen = (call: Call): fc.Arbitrary<Payload> =>
  fc
    .record({ key: fc.constantFrom(...listKeys(call)), item: fc.constantFrom('1,', '{},', '"a",', 'null,', '[],') })
    .map(({ key, item }) => ({
      before: `{${JSON.stringify(key)}:[`,
      text: item,
      times: 200_000,
      after: '1]}',
    }))

const listKeys = ({ endpoint: { body } }: Call) => ['a', ...Object.keys((body && shapeOf(body).properties) ?? {})]

export const contentTypes = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'application/xml',
  '///',
  'x'.repeat(2000),
)

const encoded = fc.constantFrom(...naughty).map((word) => encodeURIComponent(word.toWellFormed()))

/** Pairs of a query that no form makes. */
export const rawQueries = fc.array(
  fc.oneof(
    fc.constantFrom(
      'limit=1&limit=2',
      'limit[]=1',
      'limit[a]=1',
      'limit',
      '=1',
      '&&&',
      '%',
      '%zz=1',
      '__proto__=1',
      '__proto__[a]=1',
      'constructor=1',
      'offset=%00',
      'sort_by=updatedAt',
      'sort_by=password',
      'sort_by=__proto__',
      'keyword=%F0%9F%98%80',
      'keyword=%ED%A0%80',
      'limit=1;offset=2',
      'limit=1#x',
      'labels=1,2,,',
      `a=${'1'.repeat(10_000)}`,
      Array.from({ length: 2000 }, (_, n) => `k${n}=1`).join('&'),
    ),
    encoded.map((word) => `keyword=${word}`),
    encoded.map((word) => `${word}=1`),
  ),
  { minLength: 1, maxLength: 3 },
)

/** Parts of addresses that lead nowhere, or elsewhere. */
export const segments = fc.oneof(
  fc.constantFrom(
    'api',
    'profile',
    'datasource',
    'history',
    'exists',
    '..',
    '.',
    '%2e%2e',
    '%2F',
    '%00',
    '%',
    '%E0%B8',
    '*',
    ':id',
    '{id}',
    '1',
    '',
    ';a=b',
    'livez',
  ),
  encoded,
  fc.constantFrom('x'.repeat(3000), 'x'.repeat(6000), encodeURIComponent('ก'.repeat(1000))),
)

/** Content-Disposition values of upload parts. */
export const dispositions = fc.constantFrom(
  'form-data; name="file"; filename="customers.csv"',
  'form-data; name="file"; filename=""',
  'form-data; name="file"',
  'form-data; name="__proto__"; filename="a.csv"',
  'form-data; name="document"; filename="a.csv"',
  `form-data; name="file"; filename="${'ก'.repeat(400)}.csv"`,
  'form-data; name="file"; filename*=UTF-8\'\'%E0%B8%81%F0%9F%98%80.csv',
  'form-data; name="file"; filename="../../etc/passwd"',
  'attachment',
  '',
)
/** Contents of upload parts. */
export const contents = fc.oneof(
  fc.constantFrom(
    'ชื่อ,เบอร์โทร\nญาดา,0812345678\n',
    'a,a\n1,2\n',
    'a,,b\n1,2,3\n',
    '',
    'a',
    '\ufeff',
    '\u0000\u0000',
    '"a',
    'PK\u0003\u0004',
    '%PDF-',
    'a\n'.repeat(9000),
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(...naughty),
)
