import { imageSize } from 'image-size'

/** Bytes of a picture that is kept with its account. */
const MAX_BYTES = 100_000
const TIMEOUT_MS = 5000
const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/** Returns the picture of an account as a data address, or null if it cannot be fetched or is no small picture. */
export async function pictureOf(url: string): Promise<string | null> {
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!reply.ok || Number(reply.headers.get('content-length') ?? 0) > MAX_BYTES) return null
    const bytes = Buffer.from(await reply.arrayBuffer())
    const type = types[imageSize(bytes).type ?? '']
    return type && bytes.length <= MAX_BYTES ? `data:${type};base64,${bytes.toString('base64')}` : null
  } catch {
    return null
  }
}
