import type { PlainPage, ProfilePage } from '@ruam/contract/customers/profiles.ts'

/** A page with the names of its fields and labels once, in the order in which its rows first have them. */
export function plainPage({ data, ...page }: ProfilePage): PlainPage {
  const fields = new Map<number, PlainPage['fields'][number]>()
  const labels = new Map<number, PlainPage['labels'][number]>()
  const rows = data.map((profile) => ({
    ...profile,
    fields: profile.fields.map(({ id, value, masked, name, display_name, data_type, type }) => {
      if (!fields.has(id)) fields.set(id, { id, name, display_name, data_type, type })
      return masked ? { id, value, masked } : { id, value }
    }),
    labels: profile.labels.map((label) => {
      labels.set(label.id, label)
      return label.id
    }),
  }))
  return { ...page, fields: [...fields.values()], labels: [...labels.values()], data: rows }
}
