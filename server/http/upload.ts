import { Readable } from 'node:stream'
import { MAX_FILE_BYTES } from '@ruam/contract/platform/constants.ts'
import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { cleanName } from '../core/clean-text.ts'
import { type Storage, StorageFull, type Stored, TooLarge } from '../storage/storage.ts'

/** A file that has arrived whole and lies in the storage. */
export interface Upload extends Stored {
  /** As the person's computer calls it: for showing, never for a path. */
  name: string
}

const noFile = (field: string) => new ApiError('invalid_input', { fields: [`body.${field}`] })

/** Streams the one file of a multipart body into the storage. Throws too_large, storage_full, or invalid_input when there is no file. */
export async function receiveUpload(
  request: FastifyRequest,
  storage: Storage,
  storeId: number,
  {
    uploadField: field = 'file',
    uploadBytes: most = MAX_FILE_BYTES,
  }: Pick<Endpoint, 'uploadField' | 'uploadBytes'> = {},
): Promise<Upload> {
  const part = request.isMultipart() ? await firstPart(request, field) : undefined
  if (part?.fieldname !== field) {
    part?.file.resume()
    throw noFile(field)
  }
  try {
    const stored = await storage.put(storeId, Readable.from(bytesOf(part.file, field), { objectMode: false }), most)
    return { ...stored, name: cleanFileName(part.filename) }
  } catch (error) {
    if (error instanceof TooLarge) throw new ApiError('too_large', { limit: sizeOf(most) })
    if (error instanceof StorageFull) throw new ApiError('storage_full')
    throw error
  }
}

/** Graphemes of a file's name. */
const NAME_LENGTH = 255

/** As people read it. */
const sizeOf = (bytes: number) => (bytes < 1_000_000 ? `${bytes / 1000} kB` : `${bytes / 1024 / 1024} MB`)

async function firstPart(request: FastifyRequest, field: string) {
  try {
    return await request.file({ limits: { files: 1, fields: 0, fileSize: MAX_FILE_BYTES + 1 } })
  } catch {
    throw noFile(field)
  }
}

/** A body that breaks off or isn't multipart after all is the caller's fault, unlike a disk that is full. */
async function* bytesOf(file: Readable, field: string): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch {
    throw noFile(field)
  }
}

/** Name of a file as screens show it. */
export const cleanFileName = (name: string | undefined): string => cleanName(name ?? '', NAME_LENGTH) || 'file'
