import { gunzip } from 'node:zlib'
import { ApiError } from '../core/api-error.ts'
import { jsonFault } from './json-fault.ts'

/** Reads the body of a program: its bytes may be compressed by gzip, and are counted while they are inflated. */
export async function readProgramBody(
  bytes: Buffer,
  encoding: string | undefined,
  limit: number,
  isDeep: (bytes: Buffer) => boolean,
): Promise<unknown> {
  const plain = encoding === undefined || encoding === 'identity' ? bytes : await inflate(bytes, encoding, limit)
  if (isDeep(plain)) throw new ApiError('invalid_input', { fields: ['body'] })
  return parseStrictly(utf8Of(plain))
}

async function inflate(bytes: Buffer, encoding: string, limit: number): Promise<Buffer> {
  if (encoding !== 'gzip') throw new ApiError('media_type')
  return new Promise((resolve, reject) => {
    gunzip(bytes, { maxOutputLength: limit }, (error, plain) => {
      if (!error) return resolve(plain)
      const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      reject(
        isLarge ? new ApiError('too_large', { limit: `${limit / 1024 / 1024} MB` }) : new ApiError('invalid_input'),
      )
    })
  })
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function utf8Of(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ApiError('invalid_input')
  }
}

/** Numbers that might not fit a double. */
const LONG_NUMBER = /\d{16}|\d[eE]/

/**
 * Parses JSON. A number that a double cannot hold becomes its digits as text. Throws invalid_input for an object with a key twice or with
 * `__proto__`, of which parsers make different things.
 */
function parseStrictly(text: string): unknown {
  const repeated = repeatedKey(text)
  if (repeated !== undefined) throw new ApiError('invalid_input', { fields: [`body.${repeated.slice(0, 200)}`] })
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits as Reviver) : JSON.parse(text)
  } catch {
    throw invalidJson(text)
  }
}

/** Error of a body that no parser accepts, with the place of its fault. It repeats none of its characters. */
export const invalidJson = (text: string) => new ApiError('invalid_input', { fields: ['body'], ...jsonFault(text) })

type Reviver = (key: string, value: unknown) => unknown

const keepDigits = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER ? source : value

const BACKSLASH = 0x5c
const QUOTE = 0x22

/** Returns a key that an object has twice, or a forbidden one. Invalid JSON is left to the parser. */
function repeatedKey(text: string): string | undefined {
  /** Keys of the open objects; null for arrays. */
  const open: (Set<string> | null)[] = []
  let isKey = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const from = at + 1
      let escaped = false
      for (at = from; at < text.length && text.charCodeAt(at) !== QUOTE; at++) {
        if (text.charCodeAt(at) !== BACKSLASH) continue
        escaped = true
        at++
      }
      if (!isKey) continue
      isKey = false
      const raw = text.slice(from, at)
      const key = escaped ? unescaped(raw) : raw
      const keys = open.at(-1)
      if (key === '__proto__' || keys?.has(key)) return key
      keys?.add(key)
    } else if (code === 0x7b) {
      open.push(new Set())
      isKey = true
    } else if (code === 0x5b) {
      open.push(null)
      isKey = false
    } else if (code === 0x7d || code === 0x5d) {
      open.pop()
      isKey = false
    } else if (code === 0x2c) isKey = open.at(-1) instanceof Set
  }
  return undefined
}

function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}
