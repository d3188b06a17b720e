// Text from other systems. Every door reads it by a schema made of the parts below: a plain `z.string()` in one does not compile.
import { z } from 'zod'
import { type CleanText, cleanJson, cleanName, shortText } from './clean-text.ts'

declare const origin: unique symbol
/** JSON whose texts and keys are clean. */
type CleanJson = { readonly [origin]: 'json' }
/** JSON as it came, which only `readValue` opens: ids are refused before texts are cleaned. */
export type OutsideValue = { readonly [origin]: 'raw' }
/** A secret: never changed, never shown. */
type SecretText = string & { readonly [origin]: 'secret' }

/** Text of at most `max` graphemes; the rest is cut off. */
export const outsideText = (max: number) => z.string().transform((text) => shortText(text, max))
/** Name of at most `max` graphemes; the rest is cut off. */
export const outsideName = (max: number) => z.string().transform((text) => cleanName(text, max))
/** Id of another system, in printable ASCII. Others are refused: a cleaned id would be that of another thing. */
export const outsideId = (max: number) =>
  z
    .string()
    .regex(/^[!-~]+$/)
    .max(max)
    .transform((id) => id as CleanText)
/** Secret of another system, unchanged. */
export const outsideSecret = z
  .string()
  .min(1)
  .transform((secret) => secret as SecretText)
/** Any JSON, with clean texts. */
export const outsideJson = z.unknown().transform((value) => cleanJson(value) as CleanJson)
/** Any JSON, to be read by a schema of the feature. */
export const outsideValue = z.custom<OutsideValue>(() => true)

/** Reads JSON by the schema of a feature, and cleans what it holds. The body around it limits its depth. */
export function readValue<T>(
  value: OutsideValue,
  schema: z.ZodType<T>,
): { data: T } | { paths: string[]; value: CleanJson } {
  const { success, data, error } = schema.safeParse(value)
  if (success) return { data: cleanJson(data) as T }
  return { paths: error.issues.map(({ path }) => path.join('.')), value: cleanJson(value) as CleanJson }
}

/** The parts of a value that are not clean; never, if all are. */
type Uncleaned<T> = unknown extends T
  ? T
  : T extends CleanJson | OutsideValue | number | boolean | null | undefined
    ? never
    : T extends string
      ? string extends T
        ? T
        : never
      : T extends readonly (infer E)[]
        ? Uncleaned<E>
        : { [K in keyof T]-?: Uncleaned<T[K]> }[keyof T]

/** A schema whose texts are all clean. Another one does not compile. */
export type OutsideSchema<S extends z.ZodType> = S &
  ([Uncleaned<z.output<S>>] extends [never] ? unknown : { uncleanedText: Uncleaned<z.output<S>> })

/** Maximum depth of JSON from other systems. Their own is at most ten levels deep. */
const MAX_DEPTH = 100

/** Parses JSON of another system. Returns undefined if it is unreadable, too deep, or does not match. */
export function readOutside<S extends z.ZodType>(bytes: Buffer, schema: OutsideSchema<S>): z.output<S> | undefined {
  if (isDeeperThan(MAX_DEPTH, bytes)) return undefined
  try {
    const { success, data } = schema.safeParse(JSON.parse(bytes.toString('utf8')))
    return success ? (data as z.output<S>) : undefined
  } catch {
    return undefined
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** True if arrays and objects are nested deeper than `max`. Recursive code behind it would run out of stack. */
export function isDeeperThan(max: number, bytes: Buffer): boolean {
  let depth = 0
  let text = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (text) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) text = false
    } else if (byte === QUOTE) text = true
    // [ and {, and their ends.
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > max) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}
