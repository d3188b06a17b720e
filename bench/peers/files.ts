import { openAsBlob } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCustomers } from '../customers.ts'
import type { Product } from '../product.ts'
import { timed } from '../table.ts'
import type { Directus } from './directus.ts'
import { importedColumns } from './people.ts'

/** Writes the same customers with the header of each product. */
export async function writeBoth(ours: string, theirs: string, rows: number): Promise<void> {
  await writeCustomers(ours, { rows, seed: 3, first: 40_000_000 })
  const [, ...lines] = (await readFile(ours, 'utf8')).split('\r\n')
  await writeFile(theirs, [importedColumns.join(','), ...lines].join('\r\n'))
}

/** Imports with the dry run, without which Ruam does not import; returns milliseconds. */
export async function importOurs(product: Product, path: string): Promise<number> {
  const [ms] = await timed(async () => {
    const id = await product.load(path, 'เทียบ')
    await product.map(id)
    await product.run(id, (await product.dryRun(id)).run_id as string)
  })
  return ms
}

export async function importTheirs({ address, token }: Directus, path: string): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([await (await openAsBlob(path)).arrayBuffer()], { type: 'text/csv' }), 'people.csv')
  const headers = { authorization: `Bearer ${token}` }
  const [ms] = await timed(async () => {
    const reply = await fetch(`${address}/utils/import/imported`, { method: 'POST', headers, body: form })
    if (!reply.ok) throw new Error(`The import answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    await reply.text()
  })
  return ms
}

/** Exports all people until the file can be fetched; returns milliseconds. */
export async function exportOurs(product: Product, columns: string[]): Promise<number> {
  const [ms] = await timed(async () => {
    const { export_id } = await product.call('POST', '/v2/export', { type: 'profile', file_type: 'csv', columns })
    for (;;) {
      const { data } = (await product.call('GET', '/export?limit=0')) as { data: Record<string, unknown>[] }
      const { status } = data.find((one) => one.export_id === export_id)!
      if (status === 'completed') return
      if (status !== 'processing') throw new Error(`The export ended as ${status}`)
      await sleep(50)
    }
  })
  return ms
}

export async function exportTheirs({ address, token }: Directus, fields: string[], rows: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({
    format: 'csv',
    query: { fields, limit: rows, sort: ['id'] },
    file: { title: 'people' },
  })
  const files = async () => {
    const reply = await fetch(`${address}/files?fields=filename_download&limit=-1`, { headers })
    return ((await reply.json()) as { data: unknown[] }).data.length
  }
  const before = await files()
  const [ms] = await timed(async () => {
    const reply = await fetch(`${address}/utils/export/person`, { method: 'POST', headers, body })
    if (!reply.ok) throw new Error(`The export answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
    while ((await files()) === before) await sleep(50)
  })
  return ms
}
