import { Readable } from 'node:stream'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import Papa from 'papaparse'
import { sampleWorkbook } from '../../formats/files/workbook.ts'
import { type Member, type TestStore, testServer } from '../store.testing.ts'
import { until } from '../until.testing.ts'

type Body = Sent<typeof exports.create>['body']

/** Begins an export of customers or their activities. */
export const startedExport = (store: Member, body: Body) => store.call(exports.create, { body })

/** The exports of a person, the newest first. */
export const listed = async (store: Member) => (await store.call(exports.list, { query: { limit: '0' } })).data

/** Waits until an export is over. */
export const over = (store: Member, id: number) =>
  until(async () => {
    const item = (await listed(store)).find(({ export_id }) => export_id === id)
    return item && item.status !== 'processing' && item
  })

/** Gets a file by a link. */
export async function downloaded(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const { app } = await testServer()
  const reply = await app.inject({ method, url, headers })
  return { status: reply.statusCode, headers: reply.headers, file: reply.rawPayload }
}

/** A one-time address of a file. */
export const linkOf = async (store: Member, id: number) =>
  (await store.call(exports.link, { params: { id: String(id) } })).url

/** Exports to the end and answers the file. */
export async function exported(store: Member, body: Body) {
  const { export_id } = await startedExport(store, body)
  const item = await over(store, export_id)
  if (item.status !== 'completed') throw new Error(`The export has ended as ${item.status}: ${item.error?.error}`)
  return { item, ...(await downloaded(await linkOf(store, export_id))) }
}

/** The rows of an exported CSV, the header first, as another reader than ours has them. */
export const csvRows = (file: Buffer): string[][] =>
  Papa.parse<string[]>(file.toString('utf8').replace(/^\ufeff/, ''), { skipEmptyLines: true }).data

/** The first rows of the first sheet of an exported workbook as the import reads them, the header first. */
export async function workbookRows({ storeId }: { storeId: number }, file: Buffer): Promise<string[][]> {
  const { core } = await testServer()
  const { key } = await core.storage.put(storeId, Readable.from([file]), file.length)
  const { rows } = await sampleWorkbook(core.storage, key, {})
  await core.storage.remove(key)
  const width = rows[0]!.length
  return rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
}

/** The files of a store that lie in the storage. */
export async function storedFiles({ storeId }: TestStore): Promise<string[]> {
  const { core } = await testServer()
  const keys: string[] = []
  for await (const found of core.storage.olderThan(Date.now() + 60_000))
    if (found.storeId === storeId) keys.push(...found.keys)
  return keys
}
