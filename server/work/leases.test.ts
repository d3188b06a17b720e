import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import { databaseLeases } from './leases.ts'

test('a lease of a process that died before the clock was set back is taken at once', async () => {
  const { admin } = await testServer()
  const [ended, current] = [randomUUID(), randomUUID()]
  for (const [name, ahead] of [
    [ended, '1 hour'],
    [current, '5 seconds'],
  ])
    await admin.query('insert into lease (name, holder, until) values ($1, $2, clock_timestamp() + $3::interval)', [
      name,
      randomUUID(),
      ahead,
    ])
  expect(await databaseLeases(admin).hold([ended, current])).toEqual(new Set([ended]))
  await admin.query('delete from lease where name = any($1)', [[ended, current]])
})
