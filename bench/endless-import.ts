import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCustomers } from './customers.ts'
import type { Product } from './product.ts'

/**
 * Imports files of new people into the store, one after the other, until it is stopped: load, dry run and run, as staff do. Stopping
 * waits for the one at work, and answers how many rows a second came in, from the first upload on.
 */
export async function importWithoutEnd(product: Product, rows: number): Promise<{ stop(): Promise<number> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-endless-'))
  const path = join(folder, 'customers.csv')
  let stopped = false
  let files = 0
  const began = performance.now()
  const work = (async () => {
    while (!stopped) {
      await writeCustomers(path, { rows, seed: files + 1, first: 10_000_000 + files * rows })
      const id = await product.load(path, `ไฟล์ ${++files}`)
      await product.map(id)
      await product.run(id, (await product.dryRun(id)).run_id as string)
    }
  })()
  // `stop` reports a failure; the promise itself is not awaited.
  work.catch(() => {})
  return {
    async stop() {
      stopped = true
      await work.finally(() => rm(folder, { recursive: true }))
      return ((files * rows) / (performance.now() - began)) * 1000
    },
  }
}
