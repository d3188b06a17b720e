import { activityDate, type FieldKind, systemFields } from '@ruam/contract/platform/system-fields.ts'
import ambiguous from './ambiguous-keywords.json' with { type: 'json' }
import genderWords from './genders.json' with { type: 'json' }
import keywords from './mapping-keywords.json' with { type: 'json' }
import prefixes from './name-prefixes.json' with { type: 'json' }

interface MappingKeyword {
  /** As a person writes it; compare it by normalizeHeader. */
  keyword: string
  field_id: number
  field_name: string
  field_type: FieldKind
}

interface Gender {
  /** Stored value. */
  value: string
  th: string
  en: string
  /** Common spellings in lower case. */
  aliases: readonly string[]
}

const fieldIds = new Map<string, number>([...systemFields, activityDate].map((field) => [field.name, field.id]))

function fieldIdOf(name: string): number {
  const id = fieldIds.get(name)
  if (id === undefined) throw new Error(`mapping-keywords.json names ${name}, which is no system field`)
  return id
}

/** Headers that map by themselves. */
export const mappingKeywords: readonly MappingKeyword[] = keywords.map(({ keyword, field_name, field_type }) => ({
  keyword,
  field_id: fieldIdOf(field_name),
  field_name,
  field_type: field_type === 'system_activity' ? 'system_activity' : 'system_profile',
}))

/** Headers that must never map silently, with the reason. */
export const ambiguousKeywords: readonly { keyword: string; why: string }[] = ambiguous

export const genders: readonly Gender[] = genderWords

/** Titles before a name: as they are stored in both languages, and the other ways in which they are written. */
export const namePrefixes: readonly { th: string; en: string; written: readonly string[] }[] = prefixes
