import fc from 'fast-check'
import { isId, type Shape } from '../testing/shapes.ts'

/** Texts that have broken programs before: of every alphabet, half characters, other people's syntax. */
export const naughty = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'ก\udfff',
  '\ufeff',
  '\u200b\u200d\u2060',
  '\u202eกลับ\u202c',
  'ก็้้้้้้้้้้้้้้้้้้้้้',
  'เเก้ํา',
  '๐๘๑๒๓๔๕๖๗๘',
  '👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'Ω≈ç√∫˜µ≤≥÷',
  'مرحبا بالعالم',
  'ﷺﷺﷺ',
  "'; drop table profile; --",
  "' or '1'='1",
  '$1 $2 %s %L {} #{7*7} {{7*7}}',
  '%',
  '_',
  '\\',
  '%_\\%',
  '"',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-0',
  '0x10',
  '1e400',
  '9007199254740993',
  '9223372036854775808',
  'infinity',
  '=cmd|calc',
  '\r\n\r\nHTTP/1.1 200 OK',
  'a@b.co',
  `${'a'.repeat(64)}@${'b'.repeat(63)}.co`,
  'ก'.repeat(1000),
  'a'.repeat(5000),
  '@'.repeat(320),
  `${'a.'.repeat(150)}@`,
  ' '.repeat(2000),
  '😀'.repeat(300),
]

const instants = [
  '2026-01-31T10:00:00+07:00',
  '0001-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  '9999-12-31T23:59:59-14:59',
  '2026-01-31T10:00:00+23:59',
  '2026-01-31T10:00:00.1234567890Z',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2569-01-31T10:00:00Z',
]

const numbers = [0, -0, -1, 1, 2, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, 0.1, 4.9e-324]

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...naughty) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/** Any JSON value, some of it of the wrong kind on purpose: numbers as text, lists for single values, poisoned keys. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom<unknown>(
    ...numbers,
    null,
    true,
    false,
    '1',
    '0',
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    { toString: 1 },
    { valueOf: null },
  ),
  fc.array(fc.oneof(text, fc.constantFrom(...numbers)), { maxLength: 5 }),
  fc.dictionary(
    fc.oneof(fc.constantFrom('__proto__', 'constructor', 'id', 'toJSON', 'length', ''), text),
    fc.oneof(text, fc.integer()),
    { maxKeys: 4 },
  ),
  fc.jsonValue({ maxDepth: 4 }),
)

/** Ids of rows that there are, by the name of the place that takes them. */
export type Ids = Record<string, (number | string)[]>

const longText = (max: number) =>
  fc.constantFrom('ก'.repeat(max), 'a'.repeat(max), 'ก'.repeat(max + 1), '😀'.repeat(Math.ceil(max / 2)))

/** Values of a shape: most of them fit, at its edges and in the middle; some are a little off. */
export function strangeValue(shape: Shape, ids: Ids, name = '', above: readonly Shape[] = []): fc.Arbitrary<unknown> {
  // Four levels of a recursive schema suffice: one more than a rule may have.
  if (above.filter((one) => one === shape).length > 3) return fc.constant(null)
  const inside = (inner: Shape, key: string) => strangeValue(inner, ids, key, [...above, shape])
  if ('const' in shape) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => inside(one, name)))
  if (shape.type === 'object') {
    const properties = Object.entries(shape.properties ?? {})
    const model = Object.fromEntries(properties.map(([key, inner]) => [key, inside(inner, key)]))
    return fc.record(model, { requiredKeys: shape.required ?? [], noNullPrototype: true })
  }
  if (shape.type === 'array') {
    return fc.array(inside(shape.items ?? {}, name), {
      maxLength: Math.max(shape.minItems ?? 0, Math.min(shape.maxItems ?? 4, 4)),
      minLength: shape.minItems ?? 0,
    })
  }
  if (isId(shape, name) && ids[name]) {
    return fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...ids[name]) },
      { weight: 1, arbitrary: plainValue(shape) },
    )
  }
  return plainValue(shape)
}

function plainValue(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.type === 'boolean') return fc.boolean()
  if (shape.type === 'null') return fc.constant(null)
  if (shape.type === 'integer' || shape.type === 'number') {
    const min = shape.minimum ?? (shape.exclusiveMinimum === undefined ? -(2 ** 31) : shape.exclusiveMinimum + 1)
    const max = Math.max(min, Math.min(shape.maximum ?? 2 ** 31 - 1, 2 ** 53 - 1))
    return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
  }
  if (shape.format === 'date-time') return fc.constantFrom(...instants)
  if (shape.pattern)
    return fc.oneof(
      { weight: 4, arbitrary: fc.stringMatching(new RegExp(shape.pattern)) },
      { weight: 1, arbitrary: text },
    )
  return shape.maxLength === undefined
    ? text
    : fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: longText(shape.maxLength) })
}
