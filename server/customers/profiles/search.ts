import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../database/db.ts'
import { PHONE_SEPARATORS, phoneStarts } from '../../formats/values/phone-starts.ts'
import { asciiForm, canonicalText } from '../../formats/values/thai.ts'
import { contactFields } from './contacts.ts'

interface Search {
  /** All of them must be found in the names, or in the texts of the store's own fields. */
  words: string[]
  /** Prefixes of the stored phone, as `+66...` and as typed. */
  phones: string[]
  /** Suffix of the phone: four digits or more. */
  phoneEnd: string | null
  mail: string | null
}

/** The last four digits alone: phones that begin so without their zero are many, and the one who is meant would be lost among them. */
const LAST_FOUR = /^[1-9]\d{3}$/

/**
 * Meanings of a keyword: words of a name, start or last digits of a phone in any notation, start of an e-mail. Thai is compared in
 * canonical form, as stored.
 */
export function readKeyword(keyword: string): Search {
  const text = canonicalText(keyword).toLowerCase()
  const typed = asciiForm(text).replace(PHONE_SEPARATORS, '')
  const isPhone = /^\+?\d{4,15}$/.test(typed)
  const isMail = /^[a-z0-9._%+-]{2,}(@[a-z0-9.-]*)?$/.test(text) && !isPhone
  return {
    words: isMail && text.includes('@') ? [] : text.split(/\s/).filter(Boolean).slice(0, 8),
    phones: isPhone && !LAST_FOUR.test(typed) ? phoneStarts(typed) : [],
    phoneEnd: isPhone && !typed.startsWith('+') ? typed : null,
    mail: isMail ? text : null,
  }
}

/** The ids of live profiles that a keyword finds, by index: at most `most` of them, whichever. */
export const searchIds = (search: Search, most: number) =>
  sql<{ id: number }>`(select auth.search_profiles(${askedBy(search, most)}) as id)`

/** The same with their times. */
export const searchTimes = (search: Asked, most: number) => sql`auth.find_profiles(${askedBy(search, most)})`

/** A search, or one whose arrays are texts of PostgreSQL. */
type Asked = { [K in keyof Search]: Search[K] | string }

const askedBy = ({ words, phones, phoneEnd, mail }: Asked, most: number) =>
  sql`${words}::text[], ${phones}::text[], ${phoneEnd}, ${mail}, unsearched_fields(), ${most}`

/** Tests one profile against a keyword. Uses no index, unlike searchIds. */
export function isFound({ words, phones, phoneEnd, mail }: Search) {
  // One subquery of the store, not one per profile: further names are few.
  const inNames = words.map(
    (word) => sql`(search_key like search_pattern(${word}) or profile.id in (select n.profile_id from profile_name n
      where n.store_id = current_store() and n.kind <> 'note' and search_key(n.value) like search_pattern(${word})))`,
  )
  const inCustom = words.map(
    (word) => sql`custom_search like custom_search_pattern(${word})
      and (${hidden} = '{}' or custom_search_key(custom - ${hidden}) like custom_search_pattern(${word}))`,
  )
  const ways = [
    ...(words.length > 0 ? [sql`(${and(inNames)})`, sql`(${hidden} is not null and ${and(inCustom)})`] : []),
    ...phones.flatMap((start) => contact('phone', `${start}%`)),
    ...(phoneEnd === null ? [] : contact('phone', `%${phoneEnd}`)),
    ...(mail === null ? [] : contact('email', `${escapeLike(mail)}%`)),
  ]
  return ways.length > 0 ? sql<boolean>`(${sql.join(ways, sql` or `)})` : sql<boolean>`false`
}

/** Searches the profile's own contact and its further ones. */
function contact(column: 'phone' | 'email', like: string) {
  const { id } = contactFields.find((field) => field.column === column)!
  return [
    sql`${sql.ref(column)} like ${like}`,
    sql`exists (select from profile_contact c where c.store_id = current_store() and c.profile_id = profile.id
      and c.field_id = ${sql.lit(id)} and c.value like ${like})`,
  ]
}

/** Asked once for a query, not once for a profile. */
const hidden = sql`(select unsearched_fields())`

const and = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `)
