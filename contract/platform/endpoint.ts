import type { z } from 'zod'
import type { ErrorName } from '../errors/catalog.ts'
import { BODY_BYTES, type CallLimit } from './constants.ts'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: a permission of the store, a list of which any one is enough, any member of the store ('member'),
 * anybody signed in, store or not ('person'), everybody ('public'), or a system that signs its requests ('signed'). The handler of a
 * signed call checks the signature over `bytes`.
 */
export type Access = Permission | readonly Permission[] | 'member' | 'person' | OpenAccess

/** Access without a bearer token. */
export type OpenAccess = 'public' | 'signed'

export const isOpen = (access: Access): access is OpenAccess => access === 'public' || access === 'signed'

interface Stated {
  /** Below /api unless the call is `outside`; parameters as {name}. */
  path: `/${string}`
  permission: Access
  /** Its address begins at the root: other systems call it, by an address that was given to them. */
  outside?: true
  /** Asked for besides, of a call that shows what another right guards. */
  alsoRequires?: Permission
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The handler gets the bytes of the body as they came, of any content type. */
  raw?: true
  /** Bytes that a body may have; BODY_BYTES when left out. */
  bodyBytes?: number
  /** The rate that a caller is held to (callLimits), where that depends also by the call's query; by its method when left out. */
  limit?: CallLimit | ((query: Readonly<Record<string, unknown>>) => CallLimit)
  /** What is sent back with 200; without it the answer is 204 and empty. */
  response?: z.ZodType
  /** Of an edit over a version (origin_time): the record as it is now, which `stale_edit` answers as `details.current`. */
  stale?: z.ZodType
  /** 'multipart': one file in the field `uploadField`, handed to the handler as a stream. */
  upload?: 'multipart'
  /** Form field of the file; `file` when left out. */
  uploadField?: string
  /** It is opened as a page and answers 302 to the address that its response is. */
  redirect?: true
  /** Bytes that its file may have; MAX_FILE_BYTES when left out. */
  uploadBytes?: number
  /** Who calls is asked in a transaction of its own and the handler has none: for work that takes long, or stays when it is refused. */
  transaction?: false
  /** Open also before the store has accepted the data-processing agreement. */
  beforeDpa?: true
  /** The errors it answers besides `stale_edit` and those of every call. */
  errors?: readonly Exclude<ErrorName, 'stale_edit'>[]
}

/**
 * What the audit log calls the act, in the past: one row of it for each call that does it, none for one that finds nothing to do. False
 * of a call that leaves no trace there, as an owner who answers for personal data would not look for one.
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
export type Endpoint = Stated & (Read | Written | Downloaded)

export type Feature = Record<string, Endpoint>

/** Keeps every literal, so that the server and the client see the exact types. */
export function feature<const F extends Feature>(endpoints: F): F {
  return endpoints
}

/** Returns the path of a call from the root of the server, parameters as {name}. */
export const addressOf = ({ path, outside }: Endpoint): string => (outside ? path : `/api${path}`)

/** Bytes that the body of a call may have. */
export const bodyBytesOf = ({ bodyBytes }: Endpoint) => bodyBytes ?? BODY_BYTES

/** The rate that the caller of a call is held to. */
export function limitOf({ limit, method }: Endpoint, query: Readonly<Record<string, unknown>>): CallLimit {
  if (typeof limit === 'function') return limit(query)
  return limit ?? (method === 'GET' ? 'read' : 'write')
}

/** The errors that a call states, that of a stale edit among them. */
export const statedErrors = ({ errors = [], stale }: Endpoint): ErrorName[] =>
  stale ? [...errors, 'stale_edit'] : [...errors]

type Output<S> = S extends { _zod: { output: infer O } } ? O : undefined
type Input<S> = S extends { _zod: { input: infer I } } ? I : undefined

/** What a handler is given, parsed. */
export interface Received<E extends Endpoint> {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}

/** What a caller sends, before parsing. */
export type Sent<E extends Endpoint> = {
  [K in 'params' | 'query' | 'body' as E[K] extends z.ZodType ? K : never]: Input<E[K]>
}

/** A file as a handler answers it; it is sent after the call's transaction has ended. */
export interface Download {
  file_name: string
  content_type: string
  content: AsyncIterable<Uint8Array | string>
  /** Bytes, where they are known: a browser shows how far it is, and notices a file that was cut short. */
  size?: number
}

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer ends without one
type Nothing = void

/** What a handler returns, before the response schema has stripped it. */
export type Answered<E extends Endpoint> = E['download'] extends true
  ? Download
  : E['response'] extends z.ZodType
    ? Input<E['response']>
    : Nothing

/** What a caller gets. */
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
