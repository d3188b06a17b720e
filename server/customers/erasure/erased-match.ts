import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { contactFields } from '../profiles/contacts.ts'
import type { ErasureEntry } from './erasure-list.ts'
import { keyHashColumns, keyHasher } from './key-hashes.ts'

const BLOCK_ROWS = 10_000

/**
 * Returns the profiles of erased persons that a restored backup has brought back, reading the store once: those with their numbers, and
 * profiles older than the erasure with a key that only the person had.
 */
export async function findErasedMatches(
  { config }: Pick<Core, 'config'>,
  db: Db,
  storeId: number,
  entries: readonly ErasureEntry[],
): Promise<number[]> {
  const found = new Set<number>()
  for (const { profile_id, created_at } of entries) {
    const same = await db
      .selectFrom('profile')
      .select('id')
      .where('store_id', '=', storeId)
      .where('id', '=', profile_id)
      .where('created_at', '=', created_at)
      .executeTakeFirst()
    if (same) found.add(same.id)
  }
  /** Latest erasure of each key that one person alone had. */
  const own = new Map<string, string>()
  for (const { hashes, erased_at } of entries)
    for (const { hash, alone } of hashes) if (alone && (own.get(hash) ?? '') < erased_at) own.set(hash, erased_at)
  if (own.size === 0) return [...found]
  const last = [...own.values()].toSorted().at(-1)!
  const hashOf = keyHasher(config.secretKey, storeId)
  const isOwn = (column: string, value: string, createdAt: string) => {
    const erasedAt = own.get(hashOf(column, value).toString('hex'))
    return erasedAt !== undefined && Date.parse(createdAt) <= Date.parse(erasedAt)
  }
  for (const { profile_id, field_id, value, created_at } of await contactsBefore(db, storeId, last)) {
    const field = contactFields.find(({ id }) => id === field_id)
    if (field && isOwn(field.column, value, created_at)) found.add(profile_id)
  }
  for (let after = 0; ; ) {
    const block = await db
      .selectFrom('profile')
      .select(['id', 'created_at', ...keyHashColumns])
      .where('store_id', '=', storeId)
      .where('id', '>', after)
      .where('created_at', '<=', last)
      .orderBy('id')
      .limit(BLOCK_ROWS)
      .execute()
    for (const row of block) {
      const theirs = keyHashColumns.some((column) => {
        const value = row[column]
        return value !== null && isOwn(column, value, row.created_at)
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
    .select(['profile_contact.profile_id', 'profile_contact.field_id', 'profile_contact.value', 'profile.created_at'])
    .where('profile_contact.store_id', '=', storeId)
    .where('profile.created_at', '<=', erasedAt)
    .orderBy('profile_contact.profile_id')
    .execute()
}
