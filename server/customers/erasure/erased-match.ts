import type { Core } from '../../platform/core/core.ts'
import type { Db } from '../../platform/core/db.ts'
import { contactFields } from '../profiles/contacts.ts'
import type { ErasureEntry } from './erasure-list.ts'
import { keyColumns, keyHasher } from './key-hashes.ts'

const BLOCK_ROWS = 10_000

/**
 * Returns the profiles of an erased person that a restored backup has brought back: the one with their number, and profiles older
 * than the erasure with a key that only they had.
 */
export async function findErasedMatch(
  { config }: Pick<Core, 'config'>,
  db: Db,
  storeId: number,
  { profile_id, created_at, erased_at, hashes }: ErasureEntry,
): Promise<number[]> {
  const found = new Set<number>()
  const same = await db
    .selectFrom('profile')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', profile_id)
    .where('created_at', '=', created_at)
    .executeTakeFirst()
  if (same) found.add(same.id)
  const own = new Set(hashes.flatMap(({ hash, alone }) => (alone ? [hash] : [])))
  if (own.size === 0) return [...found]
  const hashOf = keyHasher(config.secretKey, storeId)
  const isOwn = (column: string, value: string) => own.has(hashOf(column, value).toString('hex'))
  for (const { profile_id, field_id, value } of await contactsBefore(db, storeId, erased_at)) {
    const field = contactFields.find(({ id }) => id === field_id)
    if (field && isOwn(field.column, value)) found.add(profile_id)
  }
  for (let after = 0; ; ) {
    const block = await db
      .selectFrom('profile')
      .select(['id', ...keyColumns])
      .where('store_id', '=', storeId)
      .where('id', '>', after)
      .where('created_at', '<=', erased_at)
      .orderBy('id')
      .limit(BLOCK_ROWS)
      .execute()
    for (const row of block) {
      const theirs = keyColumns.some((column) => {
        const value = row[column]
        return value !== null && isOwn(column, value)
      })
      if (theirs) found.add(row.id)
    }
    if (block.length < BLOCK_ROWS) return [...found]
    after = block.at(-1)!.id
  }
}

/** Further phones and e-mails of profiles older than the erasure, from merges, which are few. */
function contactsBefore(db: Db, storeId: number, erasedAt: string) {
  return db
    .selectFrom('profile_contact')
    .innerJoin('profile', (join) =>
      join
        .onRef('profile.store_id', '=', 'profile_contact.store_id')
        .onRef('profile.id', '=', 'profile_contact.profile_id'),
    )
    .select(['profile_contact.profile_id', 'profile_contact.field_id', 'profile_contact.value'])
    .where('profile_contact.store_id', '=', storeId)
    .where('profile.created_at', '<=', erasedAt)
    .orderBy('profile_contact.profile_id')
    .execute()
}
