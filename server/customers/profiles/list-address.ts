import type { ProfileAddress, ProfileFilter, ProfileQuery } from '@ruam/contract/customers/profiles.ts'
import type { Rule } from '@ruam/contract/customers/rules.ts'
import type { RangeDay } from '@ruam/contract/platform/common.ts'

/** The query that an address of the list means. */
export function queryOfAddress(address: ProfileAddress): Omit<ProfileQuery, 'names'> {
  const { offset, limit, sort_by, sort_dir } = address
  return { offset, limit, sort_by, sort_dir, filter: filterOfAddress(address), count: true }
}

export type AddressFilter = Omit<ProfileAddress, 'offset' | 'limit' | 'sort_by' | 'sort_dir'>

/** Rules of an address: label, source and time filters. */
export function filterOfAddress({ keyword, labels, source, deleted, ...address }: AddressFilter): ProfileFilter {
  const rules: Rule[] = [
    ...(labels ? [{ kind: 'label' as const, operator: 'has_any' as const, label_ids: labels }] : []),
    ...(source === undefined ? [] : [{ kind: 'source' as const, operator: 'any' as const, data_source_id: source }]),
    ...betweenOf('created', address.created_from, address.created_to),
    ...betweenOf('updated', address.updated_from, address.updated_to),
  ]
  return {
    ...(keyword && { keyword }),
    ...(deleted === 'true' && { deleted: true }),
    ...(rules.length > 0 && { rule: { condition: 'and', rules } }),
  }
}

type End = string | RangeDay | undefined
const momentOf = (end: End) => (typeof end === 'object' ? end.day : end)

function betweenOf(at: 'created' | 'updated', begins: End, ends: End): Rule[] {
  const [from, to] = [momentOf(begins), momentOf(ends)]
  if (!from && !to) return []
  return [{ kind: 'time', at, operator: 'between', value: { ...(from && { from }), ...(to && { to }) } }]
}
