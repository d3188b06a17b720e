import { callOutside } from '../../core/outside-call.ts'
import type { Core } from '../../servers/core.ts'

/** Bytes of a picture. LINE's have 60,000 at most. */
const MAX_BYTES = 300_000
/** Bytes of all pictures that a process keeps: some 150 of them. Browsers keep each for a year. */
const KEPT_BYTES = 4_000_000
const TIMEOUT_MS = 5000
/** Milliseconds before the next try of a picture that LINE did not give. */
const AGAIN_MS = 60_000

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

type Sources = { config: { line: Pick<Core['config']['line'], 'stickerUrl'> } }

/** Pictures by address, the least recently used one first. */
const kept = new Map<string, Buffer>()
let keptBytes = 0
/** Requests under way, by address: callers at once share one. */
const asking = new Map<string, Promise<Buffer | undefined>>()
/** When a picture may be asked for again, by address. */
const failed = new Map<string, number>()

/** Returns the picture of a sticker, or undefined if LINE does not give it now. The caller checks the id. */
export async function stickerPicture({ config }: Sources, stickerId: string): Promise<Buffer | undefined> {
  const url = `${config.line.stickerUrl}/stickershop/v1/sticker/${stickerId}/android/sticker.png`
  const known = kept.get(url)
  if (known) {
    kept.delete(url)
    kept.set(url, known)
    return known
  }
  if ((failed.get(url) ?? 0) > performance.now()) return undefined
  const asked = asking.get(url) ?? ask(url).finally(() => asking.delete(url))
  asking.set(url, asked)
  return asked
}

async function ask(url: string): Promise<Buffer | undefined> {
  const picture = await fetchPicture(url)
  if (!picture) {
    failed.set(url, performance.now() + AGAIN_MS)
    return undefined
  }
  failed.delete(url)
  kept.set(url, picture)
  keptBytes += picture.length
  for (const [oldest, { length }] of kept) {
    if (keptBytes <= KEPT_BYTES) break
    kept.delete(oldest)
    keptBytes -= length
  }
  return picture
}

async function fetchPicture(url: string): Promise<Buffer | undefined> {
  try {
    const { ok, bytes } = await callOutside(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }, MAX_BYTES)
    return ok && bytes.subarray(0, PNG.length).equals(PNG) ? bytes : undefined
  } catch {
    return undefined
  }
}
