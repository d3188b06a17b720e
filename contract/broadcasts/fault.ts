import type { FlexReason } from './flex-values.ts'
import type { ImagemapReason } from './imagemap.ts'

/** Faults of a message's field. */
export type FaultReason =
  | ('missing' | 'too_long' | 'not_https' | 'too_many' | 'word_place' | 'not_for_all')
  | FlexReason
  | ImagemapReason

export interface Fault {
  /** Place of the field: `messages.0.text`. */
  path: string
  reason: FaultReason
  /** Values that LINE takes. */
  allowed?: readonly string[]
}

const ADDRESS = /^(?:https:\/\/|line:\/\/|tel:)\S+$/

/** Faults of a text that may not be empty. */
export function ofText(text: string, path: string, most: number): Fault[] {
  if (text.trim() === '') return [{ path, reason: 'missing' }]
  return text.length > most ? [{ path, reason: 'too_long' }] : []
}

/** Faults of an address that LINE opens. */
export function ofAddress(address: string, path: string, most: number): Fault[] {
  const faults = ofText(address, path, most)
  if (address.trim() !== '' && !ADDRESS.test(address)) faults.push({ path, reason: 'not_https' })
  return faults
}
