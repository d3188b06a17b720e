import { CONSENT_NOTE_MAX_LENGTH } from '@ruam/contract/customers/consents.ts'
import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'

/** Why an item, or a value of it, was not taken. */
export interface Problem {
  error: RowFailure
  /** Name of a field, or of a part of the item. */
  field: string | null
}

type Values = Readonly<Record<string, unknown>>

/** An answer of an item's customer to a purpose. */
export interface SentConsent {
  purposeId: number
  operation: 'granted' | 'withdrawn'
  evidence: string
}

/** Answers of one item. */
const MAX_CONSENTS = 20

/** An item taken apart; its values are not read yet. */
export interface ItemParts {
  id: number | undefined
  values: Values
  consents: readonly SentConsent[]
  activity?: { type: string | number; at: unknown; reference: string | null; replace: boolean; values: Values }
}

const REFERENCE_LENGTH = 200

/** Takes an item of a request apart, or returns what is wrong with its shape. */
export function partsOf(kind: 'profiles' | 'activities', item: unknown): ItemParts | Problem {
  return kind === 'profiles' ? profileParts(item, '') : activityParts(item)
}

function profileParts(item: unknown, path: string): ItemParts | Problem {
  if (!isRecord(item)) return invalid(path.slice(0, -1) || null)
  const unknown = otherThan(item, ['id', 'values', 'consents'])
  if (unknown !== undefined) return invalid(path + unknown)
  const { id, values = {}, consents: sent = [] } = item
  if (id !== undefined && !(Number.isSafeInteger(id) && (id as number) > 0)) return invalid(`${path}id`)
  if (!isRecord(values)) return invalid(`${path}values`)
  const consents = consentsIn(sent)
  return consents ? { id: id as number | undefined, values, consents } : invalid(`${path}consents`)
}

/** Reads the answers of an item; null if one has another shape. */
function consentsIn(sent: unknown): SentConsent[] | null {
  if (!Array.isArray(sent) || sent.length > MAX_CONSENTS) return null
  const read = sent.map((one: unknown): SentConsent | null => {
    if (!isRecord(one) || otherThan(one, ['purpose_id', 'operation', 'evidence']) !== undefined) return null
    const { purpose_id: purposeId, operation, evidence = '' } = one
    if (!Number.isSafeInteger(purposeId) || (operation !== 'granted' && operation !== 'withdrawn')) return null
    if (typeof evidence !== 'string' || evidence.length > CONSENT_NOTE_MAX_LENGTH) return null
    return { purposeId: purposeId as number, operation, evidence: evidence.trim() }
  })
  return read.every((one) => one !== null) ? read : null
}

function activityParts(item: unknown): ItemParts | Problem {
  if (!isRecord(item)) return invalid(null)
  const unknown = otherThan(item, ['type', 'at', 'reference', 'replace', 'values', 'profile'])
  if (unknown !== undefined) return invalid(unknown)
  const { type, at, reference = null, replace = false, values = {} } = item
  const profile = profileParts(item.profile, 'profile.')
  if ('error' in profile) return profile
  if (typeof type !== 'string' && typeof type !== 'number') return invalid('type')
  if (!isRecord(values)) return invalid('values')
  const number = typeof reference === 'number' ? String(reference) : reference
  if (number !== null && (typeof number !== 'string' || !isReference(number))) return invalid('reference')
  if (typeof replace !== 'boolean') return invalid('replace')
  // Without its number no activity can be found again.
  if (replace && number === null) return invalid('reference')
  return { ...profile, activity: { type, at, reference: number, replace, values } }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL has no text with U+0000, and lines end with the others
const CONTROL = /[\u0000-\u001f]/

const isReference = (text: string) => text.trim() !== '' && text.length <= REFERENCE_LENGTH && !CONTROL.test(text)

const invalid = (field: string | null): Problem => ({ error: 'item_invalid', field })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const otherThan = (item: object, names: readonly string[]) => Object.keys(item).find((name) => !names.includes(name))
