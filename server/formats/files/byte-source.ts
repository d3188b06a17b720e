import { fstatSync, readSync } from 'node:fs'
import { RefusedWorkbook } from './xlsx-zip.ts'

/** An open file that is read from any place. */
export interface Bytes {
  size: number
  /** Returns fewer bytes at the end of the file. */
  read(at: number, length: number): Buffer
}

const PIECE = 64 * 1024

/** Makes the open file readable from any place. */
export function bytesOf(fd: number): Bytes {
  const { size } = fstatSync(fd)
  return {
    size,
    read(at, length) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - at)))
      let filled = 0
      while (filled < bytes.length) {
        const count = readSync(fd, bytes, filled, bytes.length - filled, at + filled)
        if (count === 0) break
        filled += count
      }
      return bytes.subarray(0, filled)
    },
  }
}

/** Yields the file from a place on. */
export function* piecesOf(file: Bytes, from = 0): Generator<Buffer> {
  for (let at = from; at < file.size; at += PIECE) yield file.read(at, PIECE)
}

/** Makes a decoder of a charset by its label, for a whole text at a time. Damaged letters become U+FFFD. */
export function decoderOf(label: string): (bytes: Uint8Array) => string {
  const decoder = new TextDecoder(label)
  return (bytes) => decoder.decode(bytes)
}

/** Returns the text if it is strict UTF-8, or else reads it as windows-874. */
export function thaiOrUnicode(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes)
  } catch {
    return thai.decode(bytes)
  }
}
const strict = new TextDecoder('utf-8', { fatal: true })
const thai = new TextDecoder('windows-874')

/** Yields the letters of a file. Throws RefusedWorkbook (workbook_broken) for an unknown charset. */
export function* lettersOf(file: Bytes, label: string): Generator<string> {
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(label)
  } catch {
    throw new RefusedWorkbook('workbook_broken')
  }
  for (const piece of piecesOf(file)) yield decoder.decode(piece, { stream: true })
  const last = decoder.decode()
  if (last !== '') yield last
}
