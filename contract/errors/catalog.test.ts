import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { features } from '../endpoints.ts'
import { rowFailures } from '../imports/row-failures.ts'
import { type Endpoint, statedErrors } from '../platform/endpoint.ts'
import { type DetailsOf, sentence } from '../platform/sentence.ts'
import { type ErrorName, errors } from './catalog.ts'

const all = Object.entries(errors) as [ErrorName, (typeof errors)[ErrorName]][]
const words = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()

describe('every error', () => {
  test('stands in one file of contract/errors, and is known', async () => {
    const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !/^catalog|test/.test(file))
    const tables = await Promise.all(files.map((file) => import(join(import.meta.dirname, file))))
    const names = tables.flatMap((table) => Object.values<object>(table).flatMap((entries) => Object.keys(entries)))
    // A name of two files would be known as the later one alone.
    expect(names.toSorted()).toEqual(Object.keys(errors).toSorted())
  })

  test('has a code of its own', () => {
    const withCode = Map.groupBy(all, ([, { code }]) => code)
    const shared = [...withCode.values()].filter((one) => one.length > 1).map((one) => one.map(([name]) => name))
    expect(shared, `the next free code is ${Math.max(...withCode.keys()) + 1}`).toEqual([])
  })

  test('has a status of a refusal or, for the one that is our fault, 500', () => {
    for (const [name, { status }] of all) expect([name, status === 500]).toEqual([name, name === 'internal'])
    for (const [, { status }] of all)
      expect([400, 401, 403, 404, 405, 408, 409, 410, 412, 413, 415, 422, 429, 500, 503, 507]).toContain(status)
  })

  test.each(all)('%s speaks Thai and English, with the same words left open', (_, { th, en }) => {
    expect(th).toMatch(/[ก-ฮ]/)
    expect(en).not.toMatch(/[ก-๛]/)
    expect(en).toMatch(/\S+ \S+/)
    expect(words(th)).toEqual(words(en))
  })

  test('keeps the code that the specification gives it', () => {
    const given = {
      no_latest_data_source: 2,
      duplicate_column_header: 14,
      empty_column_header: 15,
      profile_locked: 61,
      field_name_invalid: 70,
      field_name_in_activity: 74,
      field_display_name_in_activity: 75,
      field_name_in_profile: 76,
      field_display_name_in_profile: 77,
      name_taken: 140,
    }
    const kept = Object.fromEntries(all.filter(([name]) => name in given).map(([name, { code }]) => [name, code]))
    expect(kept).toEqual(given)
  })

  test('that the specification names has a name and a code of its own', () => {
    const named: ErrorName[] = [
      'field_name_in_activity',
      'field_name_in_profile',
      'activity_type_name_taken',
      'activity_type_name_invalid',
      'field_name_invalid',
      'label_name_taken',
      'label_name_invalid',
      'label_type_invalid',
      'already_exists',
      'name_taken',
      'data_source_invalid',
      'data_source_not_found',
      'empty_column_header',
      'duplicate_column_header',
    ]
    const answered = Object.values(features).flatMap((feature) =>
      Object.values<Endpoint>(feature).flatMap(statedErrors),
    )
    expect(named.filter((name) => !answered.includes(name))).toEqual([])
  })

  test('leaves no placeholder open in its sentence', () => {
    expect(sentence('too_many_requests', 'en', { seconds: 42 })).toBe('Too many attempts. Wait 42 s and try again.')
    expect(sentence('too_many_requests', 'th', { seconds: 42 })).toContain(' 42 ')
    for (const [name] of all) expect(sentence(name, 'th', {})).not.toMatch(/[{}[\]]/)
  })

  test('is given what its sentence wants, or does not compile', () => {
    const said = <N extends ErrorName>(name: N, ...[details]: DetailsOf<N>) => sentence(name, 'en', details)
    expect(said('too_large', { limit: '5 MB' })).toContain('5 MB')
    // @ts-expect-error Without its limit the sentence has a hole.
    expect(said('too_large')).toContain('limit is .')
    // @ts-expect-error Another word is not the one it wants.
    expect(said('too_large', { most: 5 })).toContain('limit is .')
    expect(said('duplicate_column_header', { name: 'a' })).toContain(': a. Give each')
    expect(said('not_found')).toMatch(/^This was not found/)
    expect(said('quote_unclosed')).toMatch(/^A quote \("\) is opened and never closed/)
    expect(said('quote_unclosed', { row: 7 })).toContain('is opened in row 7 and')
  })

  test('says nothing of what there is none of, and keeps the brackets of what it names', () => {
    const few = sentence('duplicate_column_header', 'en', { name: 'a[b], {c}' })
    expect(few).toContain('have the same name: a[b], {c}. Give each')
    expect(sentence('duplicate_column_header', 'en', { name: 'a', more_names: 2 })).toContain(
      ': a and 2 more. Give each',
    )
    expect(sentence('duplicate_column_header', 'th', { name: 'a', more_names: 2 })).toContain(': a และอีก 2 ชื่อ กรุณา')
  })

  test('that an endpoint declares is declared once', () => {
    for (const [feature, endpoints] of Object.entries(features)) {
      for (const [name, { errors: declared = [] }] of Object.entries<Endpoint>(endpoints)) {
        expect([feature, name, new Set(declared).size]).toEqual([feature, name, declared.length])
      }
    }
  })
})

test.each(Object.entries(rowFailures))(
  'a row that fails by %s has its reason in Thai and in English',
  (_, { th, en }) => {
    expect(th).toMatch(/[ก-ฮ]/)
    expect(en).not.toMatch(/[ก-๛]/)
    expect(en).toMatch(/\S+ \S+/)
  },
)
