import { labels } from '@ruam/contract/customers/labels.ts'
import type { TestStore } from '../store.testing.ts'
import { fresh } from './fresh.ts'

/** Makes a label that is given by hand, and returns its id. */
export async function label(store: TestStore): Promise<number> {
  const body = { name: fresh('ป้าย'), color: 'teal' as const, type: 'general' as const }
  return (await store.call(labels.create, { body })).id
}
