import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Bucket } from './bucket.ts'
import { listLinesOf, type SideLists } from './side-lists.ts'

/** Prefix of the lists in the bucket. */
const LISTS = 'lists/'
/** Requests at one time. */
const AT_ONCE = 16

/** Lists in a bucket, one object a line: S3 appends to none, and two machines that write one object would lose a line. */
export function bucketLists(bucket: Bucket): SideLists {
  const keyOf = (name: string, line: string) => `${LISTS}${name}/${createHash('sha256').update(line).digest('hex')}`

  async function* stored(name: string): AsyncGenerator<{ key: string; lines: string[] }> {
    for await (const page of bucket.list(`${LISTS}${name}/`)) {
      for (let from = 0; from < page.length; from += AT_ONCE)
        yield* await Promise.all(
          page
            .slice(from, from + AT_ONCE)
            .map(async ({ key }) => ({ key, lines: listLinesOf(await text(bucket.read(key, 0))) })),
        )
    }
  }

  return {
    async lines(name) {
      const found: string[] = []
      for await (const { lines } of stored(name)) found.push(...lines)
      return found
    },
    add: (name, line) => bucket.putText(keyOf(name, line), `${line}\n`),
    async drop(name, goes) {
      for await (const { key, lines } of stored(name)) if (lines.some(goes)) await bucket.remove(key)
    },
    async replace(name, lines) {
      const whole = keyOf(name, '')
      await bucket.putText(whole, lines.map((line) => `${line}\n`).join(''))
      for await (const page of bucket.list(`${LISTS}${name}/`))
        for (const { key } of page) if (key !== whole) await bucket.remove(key)
    },
  }
}
