import { type RawBuilder, sql } from 'kysely'

interface Lots {
  /** People to be found, of the live ones of the store. */
  people: number
  total: number
  /** Ids that are drawn together. Those that follow each other lie on the same pages, and are often alike. */
  block: number
  /** Blocks that are tried at most, of a store whose people lie far apart among those of others. */
  mostTried: number
}

/**
 * Profiles of a store drawn by lot, as a table: `lot`, which those of one block share, and the columns. Every block of ids between the
 * first and the last of the store is as likely as another, each is drawn once, and one without anybody counts for nothing.
 */
export const sampleBlocks = (
  storeId: number,
  { people, total, block, mostTried }: Lots,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
    with ends as materialized (
      select min(id) as low, (max(id) - min(id)) / ${block} + 1 as blocks from profile where store_id = ${storeId}
    ), lots as materialized (
      select distinct low + floor(random() * blocks)::bigint * ${block} as lot from ends,
        generate_series(1, least(${mostTried}::float8, ceil(blocks * ${people}::float8 / ${total}))::int)
    )
    select lots.lot, drawn.* from lots cross join lateral (
      select ${columns} from profile where store_id = ${storeId} and id >= lots.lot and id < lots.lot + ${block} offset 0) drawn
  )`
