import type { PlainPage, ProfilePage } from '@ruam/contract/customers/profiles.ts'
import type { Camel } from '../../data/camel.ts'

/** A page whose rows name their fields and labels themselves, of one that has each name once. */
export function expandPage({ fields, labels, ...page }: Camel<PlainPage>): Camel<ProfilePage> {
  const fieldOf = new Map(fields.map((field) => [field.id, field]))
  const labelOf = new Map(labels.map((label) => [label.id, label]))
  const data = page.data.map((profile) => ({
    ...profile,
    fields: profile.fields.map((value) => ({ ...fieldOf.get(value.id)!, ...value })),
    labels: profile.labels.map((id) => labelOf.get(id)!),
  }))
  return { ...page, data }
}
