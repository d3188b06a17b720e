import { MAX_FILE_BYTES } from '@ruam/contract/constants.ts'
import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'
import { type Storage, TooLarge } from './storage.ts'

/** A file that has arrived whole and lies in the storage. */
export interface Upload {
  key: string
  /** As the person's computer calls it: for showing, never for a path. */
  name: string
  /** Bytes. */
  size: number
}

/** Streams the one file of a multipart body into the storage. Throws too_large, or invalid_input when there is no file. */
export async function receiveUpload(request: FastifyRequest, storage: Storage, storeId: number): Promise<Upload> {
  const part = request.isMultipart()
    ? await request.file({ limits: { files: 1, fields: 0, fileSize: MAX_FILE_BYTES + 1 } })
    : undefined
  if (part?.fieldname !== 'file') {
    part?.file.resume()
    throw new Refusal('invalid_input', { fields: ['body.file'] })
  }
  try {
    const { key, size } = await storage.put(storeId, part.file, MAX_FILE_BYTES)
    return { key, size, name: part.filename.normalize('NFC').replaceAll('\u0000', '').slice(0, 255) || 'file' }
  } catch (error) {
    if (error instanceof TooLarge) throw new Refusal('too_large', { limit: '200 MB' })
    throw error
  }
}
