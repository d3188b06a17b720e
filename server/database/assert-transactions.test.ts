import { expect, inject, test } from 'vitest'
import { hasPooler, startAppPooler } from '../testing/pooler.testing.ts'
import { testServer } from '../testing/store.testing.ts'
import { assertTransactions } from './assert-transactions.ts'
import { createPool } from './db.ts'

const missing = hasPooler() ? false : 'Install pgbouncer to test its modes.'

async function asserted(mode: 'transaction' | 'statement') {
  const { core } = await testServer()
  const appUrl = core.config.appUrl!
  const pooler = await startAppPooler(appUrl, inject('database').secretKey, undefined, { pool_mode: mode })
  const pool = createPool(pooler.urlOf(appUrl), { max: 1, options: undefined })
  try {
    await assertTransactions(pool)
  } finally {
    await pool.end()
    await pooler.stop()
  }
}

test.skipIf(missing)('a pooler in statement mode is refused with the setting that it needs', async () => {
  await expect(asserted('statement')).rejects.toThrow('set `pool_mode = transaction`')
})

test.skipIf(missing)('a pooler in transaction mode passes', async () => {
  await asserted('transaction')
})
