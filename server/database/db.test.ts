import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { createPool, escapeLike, inStore, risenUpdatedAt, transaction, violatedConstraint } from './db.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

async function read(text: string): Promise<unknown> {
  const { core } = await testServer()
  return Object.values((await core.pool.query(text)).rows[0])[0]
}

describe('response schema', () => {
  test.each([
    ['an instant keeps its microseconds', "timestamptz '2026-01-31 10:00:00.123456+07'", '2026-01-31T03:00:00.123456Z'],
    ['an instant on the second has no fraction', "timestamptz '2026-01-31 10:00:00+07'", '2026-01-31T03:00:00Z'],
    ['a day is a day, not a midnight somewhere', "date '2024-02-29'", '2024-02-29'],
    ['a bigint is a number', "bigint '9007199254740991'", 9_007_199_254_740_991],
    ['a number is itself', "double precision '0.1'", 0.1],
  ])('%s', async (_, expression, value) => {
    expect(await read(`select ${expression}`)).toBe(value)
  })
})

describe('a transaction', () => {
  test('keeps nothing when its work throws, and gives a clean connection back', async () => {
    const { core } = await testServer()
    const pool = createPool(core.config.appUrl!, { max: 1 })
    const failing = inStore({ ...core, pool }.pool, store.storeId, async (db) => {
      await db
        .insertInto('label')
        .values({ store_id: store.storeId, name: 'gone', color: '#000000', type: 'general' })
        .execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    const left = await inStore(pool, store.storeId, (db) => db.selectFrom('label').select('name').execute())
    await pool.end()
    expect(left).toEqual([])
  })

  test('hands on what its first statements answered', async () => {
    const { core } = await testServer()
    const [, second] = await transaction(core.pool, 'begin; select 42 as n', async (_, opened) => opened)
    expect(second!.rows).toEqual([{ n: 42 }])
  })

  test('in a store that is none does not begin', async () => {
    const { core } = await testServer()
    for (const id of [Number.NaN, 1.5, '1; drop table profile' as never]) {
      expect(() => inStore(core.pool, id, async () => {})).toThrow('Not a store')
    }
  })
})

test('the time of a change rises strictly, also within one microsecond', async () => {
  const { core } = await testServer()
  const times = await inStore(core.pool, store.storeId, async (db) => {
    await db
      .insertInto('label')
      .values({ store_id: store.storeId, name: 'rising', color: '#000000', type: 'general' })
      .execute()
    const touch = () =>
      db
        .updateTable('label' as 'store')
        .set({ updated_at: risenUpdatedAt })
        .where('store_id', '=', store.storeId)
        .returning('updated_at')
        .executeTakeFirstOrThrow()
    const seen: string[] = []
    for (let n = 0; n < 50; n++) seen.push((await touch()).updated_at)
    return seen
  })
  expect(new Set(times).size).toBe(50)
  // Zeros at the end are left out.
  const whole = times.map((time) => time.replace(/(?:\.(\d+))?Z$/, (_, part = '') => `.${part.padEnd(6, '0')}`))
  expect(whole).toEqual([...whole].sort())
})

test('a change’s time rises even when the clock was set back', async () => {
  const { admin } = await testServer()
  await admin.query(
    "insert into label (store_id, name, color, type, updated_at) values ($1, 'ahead', '#000000', 'general', '2099-01-01T00:00:00Z')",
    [store.storeId],
  )
  const { core } = await testServer()
  const row = await inStore(core.pool, store.storeId, (db) =>
    db
      .updateTable('label' as 'store')
      .set({ updated_at: risenUpdatedAt })
      .where('name', '=', 'ahead')
      .returning('updated_at')
      .executeTakeFirstOrThrow(),
  )
  expect(row.updated_at).toBe('2099-01-01T00:00:00.000001Z')
})

test('one of two deadlocked transactions is repeated, and both complete', async () => {
  const store = await newStore()
  const { admin, core } = await testServer()
  for (const name of ['one', 'other'])
    await admin.query("insert into label (store_id, name, color, type) values ($1, $2, '#000000', 'general')", [
      store.storeId,
      name,
    ])
  let [tries, met] = [0, 0]
  const count = (names: string[]) =>
    inStore(core.pool, store.storeId, async (_, client) => {
      const first = ++tries <= 2
      for (const name of names) {
        await client.query('update label set target_count = target_count + 1 where name = $1', [name])
        met++
        // Each has its first label before either asks for its second.
        while (first && met < 2) await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })
  await Promise.all([count(['one', 'other']), count(['other', 'one'])])
  const { rows } = await admin.query('select target_count from label where store_id = $1', [store.storeId])
  // Once more for each time that the one comes back before the other has woken.
  expect(tries).toBeGreaterThanOrEqual(3)
  expect(rows).toEqual([{ target_count: 2 }, { target_count: 2 }])
})

describe('an error of the database', () => {
  test('names the constraint of a rejected row, and none otherwise', () => {
    expect(violatedConstraint({ code: '23505', constraint: 'label_name' })).toBe('label_name')
    expect(violatedConstraint({ code: '23503', constraint: 'activity_type_fkey' })).toBe('activity_type_fkey')
    for (const other of [new Error('x'), { code: '23514', constraint: 'label_type_check' }])
      expect(violatedConstraint(other)).toBe(undefined)
  })
})

test('the signs of LIKE become plain letters', () => {
  expect(escapeLike('100% a_b \\')).toBe('100\\% a\\_b \\\\')
})
