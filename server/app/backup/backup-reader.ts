import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import type { BackupFile } from './backup-files.ts'
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
  file: Pick<BackupFile, 'address' | 'read'>,
  passphrase: string | undefined,
  take: (part: ReadPart) => Promise<void>,
): Promise<Manifest> {
  const bytes = byteReader(file)
  try {
    return await read(bytes, passphrase, take)
  } finally {
    await bytes.close()
  }
}

type Bytes = ReturnType<typeof byteReader>

async function read(bytes: Bytes, passphrase: string | undefined, take: (part: ReadPart) => Promise<void>) {
  const seal = await sealFrom(await bytes.peek(MAX_HEADER), passphrase)
  await bytes.take(seal.header.length)
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
  if ((await bytes.peek(1)).length > 0) throw damaged('more bytes follow its end')
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

/** Takes bytes from a file one piece after the other. */
function byteReader({ address, read }: Pick<BackupFile, 'address' | 'read'>) {
  const chunks = read()[Symbol.asyncIterator]()
  let buffer: Buffer = Buffer.alloc(0)
  let isOpen = false
  /** Reads until so many bytes are there, or the file ends. */
  async function fill(count: number): Promise<void> {
    if (buffer.length >= count) return
    const pieces = [buffer]
    for (let size = buffer.length; size < count; ) {
      const { value, done } = await chunks.next().catch((error: NodeJS.ErrnoException) => {
        if (isOpen) throw error
        throw new BadBackup(`The backup ${address} can't be read (${error.code ?? error.name}).`)
      })
      if (done) break
      isOpen = true
      pieces.push(value)
      size += value.length
    }
    buffer = Buffer.concat(pieces)
  }
  return {
    /** Up to so many of the next bytes, which stay. */
    async peek(count: number): Promise<Buffer> {
      await fill(count)
      return buffer.subarray(0, count)
    },
    async take(count: number): Promise<Buffer> {
      await fill(count)
      if (buffer.length < count) throw cut()
      const taken = buffer.subarray(0, count)
      buffer = buffer.subarray(count)
      return taken
    },
    close: async () => void (await chunks.return?.()),
  }
}

/** The whole of a small part as text. */
export async function entryText(data: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of data) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
