import { type RawBuilder, sql } from 'kysely'

/** That nothing in the history of a profile came after a change `c` of this key, but for what was taken back since. */
export const isLast = (key: RawBuilder<unknown>) => sql<boolean>`not exists (select from profile_change later
  where later.store_id = c.store_id and later.profile_id = c.profile_id and later.id > c.id and later.changes ? (${key})
    and later.source <> 'undo'
    and not exists (select from job where job.store_id = later.store_id and job.id = later.job and job.undone_at is not null)
  offset 0)`
