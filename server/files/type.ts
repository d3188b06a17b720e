import type { Storage } from '../core/storage.ts'

/** How files begin that are surely no text: zip (xlsx), OLE (xls), PDF, gzip, PNG, JPEG. */
const binaries = ['504b0304', 'd0cf11e0', '25504446', '1f8b', '89504e47', 'ffd8ff'].map((hex) =>
  Buffer.from(hex, 'hex'),
)
const HEAD = 4096

/** Told by the content, never by the name: a CSV has no mark of its own, so everything is one that is not surely something else. */
export async function looksLikeCsv(storage: Storage, key: string): Promise<boolean> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of storage.read(key) as AsyncIterable<Buffer>) {
    parts.push(chunk)
    length += chunk.length
    if (length >= HEAD) break
  }
  const head = Buffer.concat(parts).subarray(0, HEAD)
  return !binaries.some((mark) => head.subarray(0, mark.length).equals(mark))
}
