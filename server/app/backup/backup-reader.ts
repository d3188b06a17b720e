import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import {
  BadBackup,
  damaged,
  type FrameKind,
  frameKinds,
  HEAD_BYTES,
  MAX_HEADER,
  MAX_PAYLOAD,
  sealFrom,
  TAG_BYTES,
} from './format.ts'
import { Manifest, PartHead } from './manifest.ts'

const decompress = promisify(zstdDecompress)

/** Bytes that are read from the disk at once. */
const READ_BYTES = 1024 * 1024
/** Maximum uncompressed bytes of a data frame. */
const MAX_BLOCK = 16 * 1024 * 1024

/** A part while a backup is read: its data must be read to its end before the next part. */
export interface ReadPart {
  head: PartHead
  data: AsyncIterable<Buffer>
}

const cut = () => new BadBackup('The backup is cut off: its end is missing. Use another backup.')

const kindOf = new Map(Object.entries(frameKinds).map(([name, byte]) => [byte as number, name as FrameKind]))

/**
 * Reads a backup from its beginning to its end, checking every frame and the SHA-256 of every part, and hands each part to `take`, which
 * may leave data unread. Returns the manifest. Throws BadBackup for anything that is not as it was written.
 */
export async function readBackup(
  path: string,
  passphrase: string | undefined,
  take: (part: ReadPart) => Promise<void>,
): Promise<Manifest> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BadBackup(`The backup ${path} can't be read (${error.code}).`)
  })
  try {
    return await read(file, passphrase, take)
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle, passphrase: string | undefined, take: (part: ReadPart) => Promise<void>) {
  const start = Buffer.alloc(MAX_HEADER)
  const { bytesRead } = await file.read(start, 0, start.length, 0)
  const seal = await sealFrom(start.subarray(0, bytesRead), passphrase)
  const bytes = byteReader(file, seal.header.length)
  const { size } = await file.stat()
  let index = 0

  /** The next frame, opened. */
  const next = async (): Promise<{ kind: FrameKind; payload: Buffer }> => {
    const head = await bytes.take(HEAD_BYTES)
    const kind = kindOf.get(head[0]!)
    const length = head.readUInt32BE(1)
    if (!kind || length > MAX_PAYLOAD) throw damaged(`frame ${index}`)
    const sealed = await bytes.take(length)
    return { kind, payload: seal.open(kind, index++, sealed, await bytes.take(TAG_BYTES)) }
  }

  const found: { head: PartHead; bytes: number; sha256: string }[] = []
  let frame = await next()
  while (frame.kind === 'part') {
    const head = parsed(PartHead, frame.payload, index)
    const hash = createHash('sha256')
    let size = 0
    async function* data() {
      for (frame = await next(); frame.kind === 'data'; frame = await next()) {
        const block = await decompress(frame.payload, { maxOutputLength: MAX_BLOCK }).catch(() => {
          throw damaged(`frame ${index - 1}`)
        })
        hash.update(block)
        size += block.length
        yield block
      }
    }
    const blocks = data()
    // Not ended when `take` stops reading: the rest is checked here.
    await take({ head, data: { [Symbol.asyncIterator]: () => ({ next: () => blocks.next() }) } })
    for await (const _ of blocks) {
    }
    found.push({ head, bytes: size, sha256: hash.digest('hex') })
  }
  if (frame.kind !== 'manifest') throw damaged(`frame ${index - 1}`)
  if (bytes.position() !== size) throw damaged('more bytes follow its end')
  const manifest = parsed(Manifest, frame.payload, index)
  checkParts(manifest, found)
  return manifest
}

function parsed<T extends z.ZodType>(schema: T, payload: Buffer, index: number): z.output<T> {
  try {
    return schema.parse(JSON.parse(payload.toString()))
  } catch {
    throw damaged(`frame ${index - 1}`)
  }
}

/** Compares what was read with what the manifest promises. */
function checkParts(manifest: Manifest, found: { head: PartHead; bytes: number; sha256: string }[]): void {
  if (found.length !== manifest.parts.length) throw damaged('a part is missing')
  for (const [place, part] of manifest.parts.entries()) {
    const { head, bytes, sha256 } = found[place]!
    if (head.name !== part.name || bytes !== part.bytes || sha256 !== part.sha256)
      throw damaged(`its part ${part.name}`)
  }
}

/** Takes bytes from a file one piece after the other, reading it in large blocks. */
function byteReader(file: FileHandle, from: number) {
  let buffer = Buffer.alloc(0)
  let position = from
  return {
    position: () => position - buffer.length,
    async take(count: number): Promise<Buffer> {
      if (buffer.length < count) {
        const block = Buffer.allocUnsafe(Math.max(READ_BYTES, count))
        const pieces = [buffer]
        let have = buffer.length
        while (have < count) {
          const { bytesRead } = await file.read(block, 0, block.length, position)
          if (bytesRead === 0) throw cut()
          pieces.push(Buffer.from(block.subarray(0, bytesRead)))
          position += bytesRead
          have += bytesRead
        }
        buffer = Buffer.concat(pieces, have)
      }
      const taken = buffer.subarray(0, count)
      buffer = buffer.subarray(count)
      return taken
    },
  }
}

/** The whole of a small part as text. */
export async function entryText(data: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of data) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
