import { type RawBuilder, sql } from 'kysely'

interface Lots {
  /** Number of live profiles to find. */
  people: number
  total: number
  /** Ids per block. Consecutive ids share pages, but are often alike. */
  block: number
  /** Maximum blocks to try, for a store whose ids are sparse among those of others. */
  mostTried: number
}

/**
 * A random sample of a store's profiles, as a table: `lot`, shared within a block, and the columns. Blocks of ids between the store's
 * first and last id are equally likely and drawn once each; empty blocks are ignored.
 */
export const sampleBlocks = (
  storeId: number,
  { people, total, block, mostTried }: Lots,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
    with ends as materialized (
      select min(id) as low, (max(id) - min(id)) / ${block} + 1 as blocks from profile where store_id = ${storeId}
    ), lots as materialized (
      select lot, lot + ${block} as up_to from (
        select distinct low + floor(random() * blocks)::bigint * ${block} as lot from ends,
          generate_series(1, least(${mostTried}::float8, ceil(blocks * ${people}::float8 / ${total}))::int)) drawn
    )
    select lots.lot, drawn.* from lots cross join lateral (
      select ${columns} from profile where store_id = ${storeId} and id >= lots.lot and id < lots.up_to offset 0) drawn
  )`
