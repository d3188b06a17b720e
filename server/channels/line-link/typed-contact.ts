import { sql } from 'kysely'
import { suggestPair } from '../../customers/duplicates/proved.ts'
import type { Db } from '../../database/db.ts'
import { isFillerEmail, readEmail } from '../../formats/values/emails.ts'
import { isFillerPhone, readPhone } from '../../formats/values/phones.ts'

/** Maximum customers who share a contact for each to become a pair: a contact of more identifies none of them. */
const MAX_OWNERS = 3
/** Characters of a message that are searched. */
const MAX_TEXT = 500

/** Returns the phones and e-mails in a message, as profiles keep them. */
function contactsIn(text: string): string[] {
  const looked = text.slice(0, MAX_TEXT)
  const emails = (looked.match(/[^\s<>,;:"]+@[^\s<>,;:"]+/g) ?? []).map(readEmail)
  const phones = (looked.match(/\+?\d[\d\s().-]{7,18}\d/g) ?? []).map((typed) => readPhone(typed))
  const values = [...emails, ...phones].flatMap((read) => ('value' in read && read.value !== null ? [read.value] : []))
  return [...new Set(values)].filter((value) => !isFillerPhone(value) && !isFillerEmail(value))
}

/** Creates a pair of duplicates for each customer who has a phone or e-mail that the user typed. Links no profiles. */
export async function suggestTyped(db: Db, storeId: number, profileId: number, text: string): Promise<void> {
  for (const contact of contactsIn(text)) {
    const { rows } = await sql<{ id: number }>`
      select p.id from (
        select id from profile where store_id = ${storeId} and (phone = ${contact} or email = ${contact})
        union select profile_id from profile_contact where store_id = ${storeId} and value = ${contact}
      ) w join profile p on p.store_id = ${storeId} and p.id = w.id
      where p.deleted_at is null and p.merged_into is null order by p.id limit ${MAX_OWNERS + 1}`.execute(db)
    if (rows.length > MAX_OWNERS || rows.some(({ id }) => id === profileId)) continue
    for (const { id } of rows) await suggestPair(db, storeId, id, profileId)
  }
}
