import type { z } from 'zod'
import type { ErrorName } from '../errors/catalog.ts'
import { BODY_BYTES, type CallLimit } from './constants.ts'
import type { Permission } from './permissions.ts'
import type { Scope } from './scopes.ts'
import type { Pair } from './sentence.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/**
 * Required access: a permission, any permission of a list, any member of the store ('member'), any signed-in person ('person'), everyone
 * ('public'), a signed system call ('signed'), whose handler checks the signature over the body, or a program with an API key or an API
 * token ('program').
 */
export type Access = Permission | readonly Permission[] | 'member' | 'person' | 'program' | OpenAccess

/** Access without a bearer token. */
export type OpenAccess = 'public' | 'signed'

export const isOpen = (access: Access): access is OpenAccess => access === 'public' || access === 'signed'

/** Successor of a call of the older API. */
interface Older {
  /** Path of the newer call, with the parameters named as in the older path; null if no call replaces it. */
  successor: `/${string}` | null
  /** Method of the newer call, if another one. */
  method?: Method
  /** Differences to the newer call; null if there are none. */
  differs: Pair | null
}

/** Calls of people, and of systems that sign their requests. */
interface ForPeople {
  permission: Exclude<Access, 'program'>
  scope?: never
  /** Title in the OpenAPI document: an imperative of two to eight words, unique in its feature. Browsers do not load it. */
  summary: Pair
}

/** Calls of programs: a key needs one of the scopes, a token an open API that names the call. */
interface ForPrograms {
  permission: 'program'
  scope: Scope | readonly Scope[]
  /** Their titles are in `call-words.ts`, as the documentation shows them. */
  summary?: never
}

interface Stated {
  /** Below /api unless the call is `outside`; parameters as {name}. */
  path: `/${string}`
  /** Its address begins at the root: other systems call it, by an address that was given to them. */
  outside?: true
  /** Permission required in addition, if the call shows data that another permission guards. */
  alsoRequires?: Permission
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The handler gets the body unparsed, of any content type: to check its signature, and to read it by a schema. */
  raw?: true
  /** Bytes that a body may have; BODY_BYTES when left out. */
  bodyBytes?: number
  /** The rate that a caller is held to (callLimits), where that depends also by the call's query; by its method when left out. */
  limit?: CallLimit | ((query: Readonly<Record<string, unknown>>) => CallLimit)
  /** Response with status 200; without it the response is an empty 204. */
  response?: z.ZodType
  /** Answers 202 with the same response where the work is stored and done later. */
  later?: true
  /** For edits over a version (origin_time): the current record, returned as `details.current` of `stale_edit`. */
  stale?: z.ZodType
  /** 'multipart': one file in the field `uploadField`, handed to the handler as a stream. */
  upload?: 'multipart'
  /** Form field of the file; `file` when left out. */
  uploadField?: string
  /** It is opened as a page and answers 302 to the address that its response is. */
  redirect?: true
  /** It is opened as a page, and its response is the HTML. The handler sets the policy of the page. */
  page?: true
  /** Bytes that its file may have; MAX_FILE_BYTES when left out. */
  uploadBytes?: number
  /** Runs the handler outside the auth transaction: for slow work, or writes that must survive a rejection. */
  transaction?: false
  /** A POST that writes nothing and answers rows, as a GET does. */
  reads?: true
  /** Each statement sees what is committed when it begins, instead of one snapshot for all. */
  snapshot?: false
  /**
   * Behaviour of the call while the disk is almost full. By default uploads and writes of programs are refused, and everything
   * else is served: sign-in, revocations, consents, deletions and webhooks must always work.
   */
  whenFull?: 'served' | 'refused'
  /** Open also before the store has accepted the data-processing agreement. */
  beforeDpa?: true
  /** Set for calls of the older API: their answers name the newer call, and the documents call them deprecated. */
  older?: Older
  /** Errors in addition to `stale_edit` and those of every call. */
  errors?: readonly Exclude<ErrorName, 'stale_edit'>[]
}

/**
 * Act for the audit log, in the past tense: one row per effective call. False for calls without relevance to the person responsible for
 * personal data.
 */
type Audit = string | false

interface Read {
  method: 'GET'
  download?: never
  audit?: never
}
interface Written {
  method: Exclude<Method, 'GET'>
  download?: true
  audit: Audit
}
/** The answer is a file. Data leave with it, so that its audit is stated as that of a writing call. */
interface Downloaded {
  method: 'GET'
  download: true
  audit: Audit
}

/** The single statement of a call. Its answers are snake_case, as they travel. */
export type Endpoint = Stated & (ForPeople | ForPrograms) & (Read | Written | Downloaded)

export type Feature = Record<string, Endpoint>

/** Keeps every literal, so that the server and the client see the exact types. */
export function feature<const F extends Feature>(endpoints: F): F {
  return endpoints
}

/** Returns the path of a call from the root of the server, parameters as {name}. */
export const addressOf = ({ path, outside }: Endpoint): string => (outside ? path : `/api${path}`)

/** Name of a call in open APIs and in the documentation, as in `GET /open-api/v1/profiles`. */
export const titleOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** True if the call is refused while the disk is almost full. */
export const isRefusedWhenFull = ({ whenFull, method, upload, permission }: Endpoint): boolean =>
  whenFull
    ? whenFull === 'refused'
    : upload !== undefined || (permission === 'program' && method !== 'GET' && method !== 'DELETE')

/** Scopes of which any one opens a call of programs. */
export const scopesOf = ({ scope }: Endpoint): readonly Scope[] => (scope === undefined ? [] : [scope].flat())

/** Bytes that the body of a call may have. */
export const bodyBytesOf = ({ bodyBytes }: Endpoint) => bodyBytes ?? BODY_BYTES

/** The rate that the caller of a call is held to. */
export function limitOf({ limit, method, permission }: Endpoint, query: Readonly<Record<string, unknown>>): CallLimit {
  if (permission === 'program') return 'program'
  if (typeof limit === 'function') return limit(query)
  return limit ?? (method === 'GET' ? 'read' : 'write')
}

/** The errors that a call states, that of a stale edit among them. */
export const statedErrors = ({ errors = [], stale }: Endpoint): ErrorName[] =>
  stale ? [...errors, 'stale_edit'] : [...errors]

type Output<S> = S extends { _zod: { output: infer O } } ? O : undefined
type Input<S> = S extends { _zod: { input: infer I } } ? I : undefined

/** Parsed request of a handler. */
export interface Received<E extends Endpoint> {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

/** Request before parsing. */
export type Sent<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: Input<E[K]>
}

/** A file as a handler answers it; it is sent after the call's transaction has ended. */
export interface Download {
  file_name: string
  content_type: string
  content: AsyncIterable<Uint8Array | string>
  /** Reads from byte `start` up to and including byte `end`. With it and `size`, the call answers Range requests. */
  part?: (start: number, end: number) => AsyncIterable<Uint8Array | string>
  /** Bytes, where they are known: a browser shows how far it is, and notices a file that was cut short. */
  size?: number
  /** Shown in place and cached for ever, by everybody: its address is never given to another content. */
  immutable?: boolean
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer ends without one
type Nothing = void

/** Return value of a handler, before the response schema strips it. */
export type Answered<E extends Endpoint> = E['download'] extends true
  ? Download
  : E['response'] extends z.ZodType
    ? Input<E['response']>
    : Nothing

/** Response to the caller. */
export type Answer<E extends Endpoint> = E['download'] extends true
  ? Blob
  : E['response'] extends z.ZodType
    ? Output<E['response']>
    : undefined

/** The record as it is now, as the handler of a stale edit hands it on, and as the refusal carries it in `details.current`. */
export type StaleInput<E extends Endpoint> = Input<E['stale']>
export type Current<E extends Endpoint> = Output<E['stale']>

/** The errors an endpoint declares. */
export type Declared<E extends Endpoint> = E['errors'] extends readonly (infer N extends ErrorName)[] ? N : never
