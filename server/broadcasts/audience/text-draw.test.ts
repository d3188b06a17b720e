import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { inStore } from '../../database/db.ts'
import { testServer } from '../../testing/store.testing.ts'
import { type ArmDraw, withArms, withDraw } from './draw.ts'

const PEOPLE = 20_000

interface Drawn {
  id: number
  arm: 'a' | 'b' | null
  held_out: boolean | null
}

/** Draws both texts among people, of whom every tenth cannot be reached. */
async function drawn(arms: ArmDraw, holdoutSeed = '77', people = PEOPLE): Promise<Drawn[]> {
  const { core } = await testServer()
  const rows = sql`select n::bigint as profile_id, 'U' || n as external_id, case when n % 10 = 0 then 'blocked' end as reason
    from generate_series(1, ${people}::int) n`
  return inStore(core.pool, 1, async (db) => {
    const drawing = withArms(withDraw(rows, { share: 10, seed: holdoutSeed }), arms)
    const found = await sql<Drawn>`select profile_id::int as id, arm, held_out from (${drawing}) d order by 1`.execute(
      db,
    )
    return found.rows
  })
}

const random = randomOf(416)
const seed = () => String(BigInt(random.below(2 ** 31)) * 2n ** 32n - 2n ** 62n + BigInt(random.below(2 ** 31)))
const part = (rows: readonly Drawn[], is: (row: Drawn) => boolean) => rows.filter(is).length / rows.length

describe.each(Array.from({ length: 8 }, () => [seed(), 5 + random.below(36)] as const))(
  'a draw with seed %s of %i percent',
  (own, share) => {
    let rows: Drawn[]
    beforeAll(async () => {
      rows = await drawn({ seed: own, share, most: null })
    })
    const sent = () => rows.filter(({ held_out }) => held_out === false)

    test('gives each text to its share of the people who are sent to', () => {
      for (const arm of ['a', 'b'] as const)
        expect(part(sent(), (row) => row.arm === arm)).toBeCloseTo(share / 100, 1.7)
    })

    test('gives no text to people who are held out or cannot be reached', () => {
      expect(rows.filter(({ held_out, arm }) => held_out !== false && arm !== null)).toEqual([])
    })

    test('is the same each time', async () => {
      expect(await drawn({ seed: own, share, most: null })).toEqual(rows)
    })

    test('is independent of the holdout and of other draws', async () => {
      const other = await drawn({ seed: seed(), share, most: null })
      const [mine, others] = [sent(), other.filter(({ held_out }) => held_out === false)]
      const both = mine.filter(({ arm }, index) => arm === 'a' && others[index]!.arm === 'a').length / mine.length
      expect(both).toBeCloseTo((share / 100) ** 2, 1.7)
    })
  },
)

test('a limit of recipients keeps the shares among those who are sent to', async () => {
  const rows = await drawn({ seed: '1234567', share: 20, most: 3000 })
  const a = rows.filter(({ arm }) => arm === 'a').length
  expect(a).toBeGreaterThan(520)
  expect(a).toBeLessThan(680)
})

test('one person alone is drawn without a fault', async () => {
  expect(await drawn({ seed: '3', share: 40, most: 0 }, '77', 1)).toMatchObject([{ id: 1, arm: null }])
})
