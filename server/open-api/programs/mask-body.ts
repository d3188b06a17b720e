import { HIDDEN } from '../../customers/profiles/masking.ts'

/** Keys whose values say what an item is, and nothing of a customer. */
const OPEN = new Set(['type', 'at', 'reference', 'replace', 'operation', 'purpose_id', 'limit', 'kind'])

/** Returns JSON text with its shape, in which values of customers are masked. */
export const maskBody = (text: string): string => JSON.stringify(masked(JSON.parse(text), undefined), null, 2)

function masked(value: unknown, key: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(one, key))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner, name)]))
  return value === null || typeof value === 'boolean' || (key !== undefined && OPEN.has(key)) ? value : HIDDEN
}
