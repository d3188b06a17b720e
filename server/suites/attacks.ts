import fc from 'fast-check'
import { sampleOf, shapeOf } from '../testing/shapes.ts'
import { type Call, type CallName, calls, pathOf, type Request } from './calls.ts'
import { resourceOf } from './ids.ts'
import {
  contents,
  contentTypes,
  dispositions,
  type Payload,
  rawBodies,
  rawQueries,
  segments,
  swollen,
} from './raw-bytes.ts'
import { type Ids, junk, strangeValue } from './strange-values.ts'

export type Caller = 'owner' | 'viewer' | 'person' | 'nobody' | 'rubbish' | 'stranger' | 'program' | 'revoked'

/** A request in all its bytes. */
export interface Attack {
  /** Attacked call; undefined for invented addresses. */
  call?: CallName
  caller: Caller
  method: string
  /** With its query. */
  url: string
  type?: string
  payload?: Payload
  /** Parsed parts for the contract; undefined if raw bytes decide. */
  parts?: { query: Record<string, string>; body: unknown }
  from: string
  language: string
}

/** Possible targets. */
export interface Targets {
  ids: Ids
  /** Parameters that belong together, by the address up to the last of them. */
  params: Record<string, Record<string, string>[]>
  /** Requests of which every part fits the others, where chance alone would hardly make one. */
  woven: Partial<Record<CallName, Request[]>>
}

const caller = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Caller>('owner') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Caller>('viewer', 'person', 'nobody', 'rubbish', 'stranger', 'program', 'revoked'),
  },
)
// Sign-in counts tries by address: most come from one of their own.
const from = fc.oneof({ weight: 5, arbitrary: fc.ipV4() }, { weight: 1, arbitrary: fc.constant('127.0.0.1') })
const language = fc.constantFrom('th', 'en', 'en-GB,en;q=0.9', '*', 'x'.repeat(500), '\u00e9\u00ff', '')
const around = fc.record({ caller, from, language })

type Parts = { params: Record<string, unknown>; query?: unknown; body?: unknown }

const partsOf = ({ endpoint, name }: Call, { ids, params, woven }: Targets): fc.Arbitrary<Parts> => {
  const thing = resourceOf(endpoint.path)
  const random = endpoint.params
    ? (strangeValue(shapeOf(endpoint.params), ids) as fc.Arbitrary<Record<string, unknown>>)
    : fc.constant({})
  const known = thing ? params[thing] : undefined
  const inPath = known
    ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: random })
    : random
  const part = (schema: typeof endpoint.query) => (schema ? strangeValue(shapeOf(schema), ids) : fc.constant(undefined))
  const parts = fc.record({ params: inPath, query: part(endpoint.query), body: part(endpoint.body) })
  const made = woven[name]?.map(({ params = {}, query, body }) => ({ params, query, body }))
  return (
    made ? fc.oneof({ weight: 3, arbitrary: parts }, { weight: 1, arbitrary: fc.constantFrom(...made) }) : parts
  ) as fc.Arbitrary<Parts>
}

/** Puts a value that fits wherever a refinement refuses the one that was made; what the shape itself refuses stays. */
function fitting(call: Call, parts: Parts, { ids }: Targets): Parts {
  const fit = (schema: Call['endpoint']['query'], value: unknown) => {
    const parsed = schema?.safeParse(value)
    if (!parsed || parsed.success) return value
    const sample = sampleOf(schema!, (place) => ids[place.split('.').at(-1)!.replace('[]', '')]?.[0], true) as Record<
      string,
      unknown
    >
    const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0] as string))
    return {
      ...(value as object),
      ...Object.fromEntries([...wrong].filter((key) => key in sample).map((key) => [key, sample[key]])),
    }
  }
  return {
    params: parts.params,
    query: fit(call.endpoint.query, parts.query),
    body: fit(call.endpoint.body, parts.body),
  }
}

function attackOf(call: Call, parts: Parts, rest: Pick<Attack, 'caller' | 'from' | 'language'>): Attack {
  const params = texts(parts.params)
  const query = texts((parts.query ?? {}) as object)
  const pairs = Object.entries(query).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
  const { method } = call.endpoint
  const payload = parts.body === undefined || method === 'GET' ? undefined : { text: JSON.stringify(parts.body) }
  return {
    call: call.name,
    method,
    url: `${pathOf(call.endpoint, params)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`,
    ...(payload && { type: 'application/json', payload }),
    parts: { query, body: payload && JSON.parse(payload.text) },
    ...rest,
  }
}

/** Values as they stand in an address. */
const texts = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key.toWellFormed(),
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed(),
    ]),
  )

const anyCall = fc.constantFrom(...calls.filter(({ endpoint }) => !endpoint.upload))

/** Valid requests at the limits of the contract, with existing rows. */
const valid = (targets: Targets) =>
  anyCall.chain((call) =>
    fc
      .record({ parts: partsOf(call, targets), around })
      .map(({ parts, around }) => attackOf(call, fitting(call, parts, targets), around)),
  )

/** One thing wrong: a value of another kind, a key too many or too few. */
const oneBroken = (targets: Targets) =>
  anyCall.chain((call) =>
    fc
      .record({
        parts: partsOf(call, targets),
        around,
        part: fc.constantFrom('params', 'query', 'body'),
        place: fc.nat(),
        how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'wrap'),
        put: junk,
        key: fc.constantFrom('extra', 'limit', '__proto__', 'constructor', '', 'store_id', 'id[]', 'ชื่อ'),
      })
      .map(({ parts, around, part, place, how, put, key }) => {
        const fit = fitting(call, parts, targets)
        const target = (fit[part as keyof Parts] ?? {}) as Record<string, unknown>
        const name = Object.keys(target)[place % Math.max(1, Object.keys(target).length)] ?? key
        const { [name]: old, ...others } = target
        const changed = {
          replace: { ...target, [name]: put },
          remove: others,
          add: Object.defineProperty({ ...target }, key, { value: put, enumerable: true }),
          wrap: { ...target, [name]: [old] },
        }[how]
        return attackOf(call, { ...fit, [part]: changed }, around)
      }),
  )

/** Bytes in place of a body. */
const rawBody = (targets: Targets) =>
  fc.constantFrom(...calls.filter(({ endpoint }) => endpoint.method !== 'GET')).chain((call) =>
    fc
      .record({
        parts: partsOf(call, targets),
        payload: fc.oneof({ weight: 6, arbitrary: rawBodies }, { weight: 1, arbitrary: swollen(call) }),
        type: contentTypes,
        around,
      })
      .map(({ parts, payload, type, around }) => {
        const { parts: _, ...attack } = attackOf(call, parts, around)
        return { ...attack, payload, type }
      }),
  )

/** Bytes in place of a query. */
const rawQuery = (targets: Targets) =>
  anyCall.chain((call) =>
    fc.record({ parts: partsOf(call, targets), query: rawQueries, around }).map(({ parts, query, around }) => {
      const { parts: _, ...attack } = attackOf(call, { params: parts.params, body: parts.body }, around)
      return { ...attack, url: `${attack.url}?${query.join('&')}` }
    }),
  )

const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD')
/** Malformed and absurd request paths. */
const absurdPath = () =>
  fc
    .record({
      path: fc.array(segments, { maxLength: 6 }),
      method: methods,
      root: fc.constantFrom('/api/', '/', '//', '/API/'),
      around,
    })
    .map(({ path, method, root, around }): Attack => ({ method, url: `${root}${path.join('/')}`, ...around }))

/** Uploads that no browser sends. */
const upload = () =>
  fc
    .record({
      call: fc.constantFrom(...calls.filter(({ endpoint }) => endpoint.upload)),
      parts: fc.array(fc.record({ disposition: dispositions, content: contents }), { maxLength: 3 }),
      end: fc.constantFrom('--b--\r\n', '--b--\r\n', '--b\r\n', ''),
      type: fc.oneof(
        { weight: 6, arbitrary: fc.constant('multipart/form-data; boundary=b') },
        { weight: 1, arbitrary: contentTypes },
      ),
      around,
    })
    .map(({ call, parts, end, type, around }): Attack => {
      const text =
        parts.map((part) => `--b\r\ncontent-disposition: ${part.disposition}\r\n\r\n${part.content}\r\n`).join('') + end
      return {
        call: call.name,
        method: call.endpoint.method,
        url: pathOf(call.endpoint),
        type,
        payload: { text },
        ...around,
      }
    })

/** Requests of every strange kind, most of them nearly right: those get deepest. */
export const attack = (targets: Targets): fc.Arbitrary<Attack> =>
  fc.oneof(
    { weight: 40, arbitrary: valid(targets) },
    { weight: 26, arbitrary: oneBroken(targets) },
    { weight: 12, arbitrary: rawBody(targets) },
    { weight: 8, arbitrary: rawQuery(targets) },
    { weight: 6, arbitrary: absurdPath() },
    { weight: 8, arbitrary: upload() },
  )
