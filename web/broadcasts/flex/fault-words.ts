import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import type { Words } from './text.ts'

/** Values that are listed with a fault. */
const MAX_ALLOWED = 12

/** Returns the words about a fault, with the values that LINE takes. */
export function faultWords(t: Words, { reason, allowed = [] }: Fault): string {
  const words = reason in t ? (t[reason as keyof Words] as string) : t.wrong_value
  if (allowed.length === 0 || reason === 'unknown_key') return words
  return `${words} · ${t.allowed({ values: allowed.slice(0, MAX_ALLOWED).join(', ') })}`
}

/** Returns the name of a thing that a card lacks, by the path of its fault. */
export function lackOf(t: Words, path: string): string {
  if (/^messages\.\d+\.contents$/.test(path)) return t.lacksDesign
  if (path.endsWith('.url')) return t.lacksPicture
  return path.endsWith('.uri') ? t.lacksLink : t.lacksWords
}
