import type { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Got } from '../../../data/api.ts'
import type { ListedProfile } from '../values.ts'
import { isFilled } from './field-lines.ts'

type Page = Got<typeof profiles.query>

/**
 * A page of a list with the newer values of one of its people, who stays where they stand. What is hidden here may be in the clear
 * there: it stays as it was.
 */
export function patchedPage(page: Page, profile: ListedProfile): Page {
  if (!page.data.some(({ id }) => id === profile.id)) return page
  const hidden = new Set(profile.fields.filter(({ masked }) => masked).map(({ id }) => id))
  const values = profile.fields.filter((field) => isFilled(field) && !hidden.has(field.id))
  const { updatedAt } = profile
  if (!('fields' in page)) {
    const data = page.data.map((row) =>
      row.id === profile.id
        ? { ...row, updatedAt, fields: [...values, ...row.fields.filter(({ id }) => hidden.has(id))] }
        : row,
    )
    return { ...page, data }
  }
  const known = new Set(page.fields.map(({ id }) => id))
  const data = page.data.map((row) =>
    row.id === profile.id
      ? {
          ...row,
          updatedAt,
          fields: [...values.map(({ id, value }) => ({ id, value })), ...row.fields.filter(({ id }) => hidden.has(id))],
        }
      : row,
  )
  const names = values
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, displayName, dataType, type }) => ({ id, name, displayName, dataType, type }))
  return { ...page, fields: [...page.fields, ...names], data }
}
