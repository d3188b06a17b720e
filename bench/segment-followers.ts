import type { Rule } from '@ruam/contract/customers/rules.ts'
import pg from 'pg'
import { randomOf } from '../tools/random.ts'
import type { Product } from './product.ts'
import { fresh, newSegment, ruleOf } from './segment-calls.ts'
import type { Names } from './segment-data.ts'
import { somePart } from './segment-rules.ts'

export const FOLLOWERS = 200

/**
 * Segments of few people that look at the points of people and at something else. They are made once in each data folder, and follow nothing
 * but where a part has them follow.
 */
export async function makeFollowers(product: Product, names: Names): Promise<void> {
  const { data } = (await product.call('GET', '/label?type=advanced&limit=-1')) as { data: { name: string }[] }
  const random = randomOf(7)
  const points = (): Rule => {
    const from = random.below(4900)
    return { kind: 'profile', field_id: names.field.points!, operator: 'between', value: { from, to: from + 50 } }
  }
  const made = data.filter(({ name }) => name.startsWith('ตาม')).length
  for (let n = made; n < FOLLOWERS; n++)
    await newSegment(product, ruleOf([points(), ...(n % 2 ? [somePart(random, names)] : [])], 'and', true), `ตาม ${n}`)
  await fresh(product)
  await follow(product, 0)
}

/** Has so many of them follow their rules. Past the calls, which would calculate them again. */
export async function follow(product: Product, count: number): Promise<void> {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  await admin.query(
    `update label set auto_apply_enabled = id in (select id from label where store_id = 1 and name like 'ตาม %' order by id limit $1)
     where store_id = 1 and type = 'advanced'`,
    [count],
  )
  await admin.end()
}
