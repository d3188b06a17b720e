import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { settingsFor } from './settings.ts'

const GB = 1024 ** 3
const megabytes = (value: string | undefined) => Number(/^(\d+)MB$/.exec(value ?? '')?.[1])
const memory = fc.integer({ min: GB / 2, max: 1024 * GB })

test.prop([memory])('the shared buffers take a quarter of the memory and never more than 1 GB', (bytes) => {
  expect(megabytes(settingsFor(bytes).shared_buffers)).toBe(Math.min(1024, Math.floor(bytes / 4 / 1024 ** 2)))
})

test.prop([memory, memory])('more memory never makes a size smaller', (one, other) => {
  const [less, more] = [settingsFor(Math.min(one, other)), settingsFor(Math.max(one, other))]
  for (const [name, value] of Object.entries(less)) {
    if (value.endsWith('MB')) expect(megabytes(more[name])).toBeGreaterThanOrEqual(megabytes(value))
  }
})

test.prop([memory])('durability is left as PostgreSQL ships it', (bytes) => {
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
    expect(settingsFor(bytes)).not.toHaveProperty(name)
})
