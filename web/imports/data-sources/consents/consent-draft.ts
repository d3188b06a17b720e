import type { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { Got } from '../../../data/api.ts'

/** A mapping with what was seen in its columns, as the server answers it. */
export type MappedConsents = Got<typeof dataSources.getMapping>
type Consents = MappedConsents['consents']
export type DraftConsent = Consents[number]

/** Ids of the columns that answer a purpose, or date the answers. */
export const consentColumns = (consents: readonly DraftConsent[]): ReadonlySet<string> =>
  new Set(consents.flatMap(({ column, grantedAtColumn: day }) => (day === null ? [column] : [column, day])))

/** Consents as they are sent: half a statement is none. */
export const sentConsents = (consents: readonly DraftConsent[]): Consents =>
  consents.map((one) => ({
    ...one,
    statement: one.statement?.collectedBy.trim() && one.statement.collectedOn ? one.statement : null,
  }))

/** Columns that seem to hold consents and are used for nothing. */
export function unusedConsents(
  { sourceMapping, sourceSchema }: Pick<MappedConsents, 'sourceMapping' | 'sourceSchema'>,
  consents: readonly DraftConsent[],
  isFed: (column: string) => boolean,
): { id: string; name: string }[] {
  const used = consentColumns(consents)
  const holds = new Map(sourceMapping.map((one) => [one.sourceSchemaId, one.holds?.what]))
  return sourceSchema.filter(({ id }) => holds.get(id) === 'consent' && !used.has(id) && !isFed(id))
}

/** What consents use a column for, in words; empty for other columns. */
export function usesOf(
  consents: readonly DraftConsent[],
  id: string,
  { isConsent, isDay }: { isConsent: string; isDay: string },
): string[] {
  if (consents.some(({ column }) => column === id)) return [isConsent]
  return consents.some(({ grantedAtColumn }) => grantedAtColumn === id) ? [isDay] : []
}
