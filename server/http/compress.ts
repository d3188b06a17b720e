import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { type Endpoint, isOpen } from '@ruam/contract/platform/endpoint.ts'
import { qualitiesOf } from './qualities.ts'

export type Coding = 'br' | 'gzip'

/** Bytes. A smaller answer fits one packet as it is. */
const LEAST = 1400
/** Bytes above which a thread compresses, at twice the CPU: other calls would wait for 0.1 ms and more. */
const IN_THREAD_FROM = 64 * 1024

// Quality 4 takes three times the CPU of 1 and saves nothing on a thousand rows.
const brotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}
const zip = { level: 1 }

const inThread = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** Compresses an answer. */
export async function compress(coding: Coding, text: string | Buffer): Promise<Buffer> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  if (bytes.length > IN_THREAD_FROM) return coding === 'br' ? inThread.br(bytes, brotli) : inThread.gzip(bytes, zip)
  return coding === 'br' ? brotliCompressSync(bytes, brotli) : gzipSync(bytes, zip)
}

/**
 * True if answers of a call may be compressed: reads with a credential in their header. Calls that issue secrets are writes or open, so that
 * no secret is compressed together with text of a caller (BREACH, decision 92).
 */
export const mayCompress = ({ permission, method, reads }: Endpoint): boolean =>
  !isOpen(permission) && (method === 'GET' || reads === true)

/** Returns the coding of an answer by the Accept-Encoding of its request; undefined for small answers and callers who prefer none. */
export function codingOf(accepted: string | undefined, text: string | Buffer): Coding | undefined {
  if (!accepted || Buffer.byteLength(text) < LEAST) return undefined
  const qualities = qualitiesOf(accepted)
  const qualityOf = (coding: string) => qualities.get(coding) ?? qualities.get('*') ?? 0
  const best = qualityOf('br') >= qualityOf('gzip') ? 'br' : 'gzip'
  const quality = qualityOf(best)
  return quality > 0 && quality >= (qualities.get('identity') ?? 0) ? best : undefined
}
