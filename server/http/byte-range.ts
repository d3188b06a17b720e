import type { IncomingHttpHeaders } from 'node:http'

interface ByteRange {
  start: number
  /** The last byte itself. */
  end: number
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/i

/**
 * Returns the range of bytes that a request asks for: undefined if the whole file is sent, null if the file has no such bytes (RFC 9110).
 * Several ranges get the whole file, as an unknown unit does.
 */
export function rangeOf(headers: IncomingHttpHeaders, size: number): ByteRange | null | undefined {
  // A condition on a version: the files have no validators, so that none matches.
  if (headers['if-range'] !== undefined) return undefined
  const [, from, to] = ONE_RANGE.exec(headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') return Number(to) > 0 && size > 0 ? { start: Math.max(size - Number(to), 0), end: size - 1 } : null
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < start) return undefined
  return start < size ? { start, end } : null
}
