import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import type { ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3'
import type { BucketSettings } from '../core/config.ts'
import type { PublicAgents } from '../core/public-connections.ts'
import { StorageFull, TooLarge } from './storage.ts'

interface Listed {
  key: string
  /** Bytes. */
  size: number
  /** Milliseconds since 1970. */
  at: number
  etag: string | undefined
}

/** Reaches a server that the operator did not choose. */
interface ForeignServer {
  agents: PublicAgents
  /** Ends each request. */
  signal: AbortSignal
}

/** Objects of one bucket. */
export interface Bucket {
  /** Streams an object in parts, whole or not at all. Throws TooLarge beyond `limit` bytes, StorageFull when there is no room. */
  put(key: string, source: Readable, limit: number, partBytes?: number): Promise<{ size: number; hash: Buffer }>
  putText(key: string, text: string): Promise<void>
  /** With an ETag, fails if the object has another one: 412, or ObjectChanged by a server that heeds no `If-Match`. */
  read(key: string, start: number, end?: number, etag?: string): Readable
  /** Bytes. */
  size(key: string): Promise<number>
  etag(key: string): Promise<string | undefined>
  copy(from: string, to: string, etag?: string): Promise<void>
  remove(key: string, etag?: string): Promise<void>
  /** Yields pages of objects in the order of their keys; with a delimiter, without keys that have it after the prefix. */
  list(prefix: string, delimiter?: string): AsyncGenerator<Listed[]>
  /** Deletes parts of uploads that began before an instant (ms), of all keys or of those that `isOurs` accepts. */
  removeParts(before: number, isOurs?: (key: string) => boolean): Promise<void>
  /** Closes the connections. */
  close(): void
}

/** S3 takes no smaller ones but the last, and 10,000 of them. */
const PART_BYTES = 8 * 1024 * 1024
/** Parts in memory at one time, for each upload. */
const PARTS = 2
/** Reads that break off in a row, without a byte between them, before a read fails. */
const TRIES = 5

/** Names under which servers report a full disk or quota. */
const FULL = /^(QuotaExceeded|XMinioStorageFull|InsufficientStorage|ServiceQuotaExceededException)$/

/** Thrown when an object has been replaced since it was listed or begun to be read. */
export class ObjectChanged extends Error {}

/** Lists and headers of a server may differ in quotes. */
export const isSameEtag = (one: string, other: string) => one.replaceAll('"', '') === other.replaceAll('"', '')

/** Bytes of an answer of a foreign server, files apart: a page of 1,000 long names has five million. */
const FOREIGN_ANSWER_BYTES = 8 * 1024 * 1024

/** HTTP status of a call that a server does not know. */
const NOT_IMPLEMENTED = 501

/** Opens a bucket. Loads the library, which one machine with a disk never does. */
export async function openBucket(
  { endpoint, bucket, region, keys, pathStyle }: BucketSettings,
  foreign?: ForeignServer,
): Promise<Bucket> {
  const s3 = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const client: S3Client = new s3.S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // Servers of others know no checksums that Amazon added later.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(foreign && {
      requestHandler: { httpAgent: foreign.agents.http, httpsAgent: foreign.agents.https },
      // A hanging server would be waited for as many times.
      maxAttempts: 1,
    }),
  })
  if (foreign) limitAnswers(client)
  const options = foreign && { abortSignal: foreign.signal }
  const at = (key: string) => ({ Bucket: bucket, Key: key })

  async function* contentOf(key: string, start: number, end?: number, knownEtag?: string): AsyncGenerator<Buffer> {
    let [offset, tries] = [start, 0]
    let etag = knownEtag
    // It breaks off behind the last byte at times: a range that ends before it begins would mean the whole object.
    while (end === undefined || offset <= end) {
      try {
        const range = offset > 0 || end !== undefined ? { Range: `bytes=${offset}-${end ?? ''}` } : {}
        const reply = await client.send(
          new s3.GetObjectCommand({ ...at(key), ...range, ...(etag && { IfMatch: etag }) }),
          options,
        )
        if (etag !== undefined && reply.ETag !== undefined && !isSameEtag(etag, reply.ETag)) {
          ;(reply.Body as Readable).destroy()
          throw new ObjectChanged()
        }
        etag ??= reply.ETag
        for await (const chunk of reply.Body as AsyncIterable<Buffer>) {
          offset += chunk.length
          tries = 0
          yield chunk
        }
        return
      } catch (error) {
        // An offset at the end of the object.
        if (statusOf(error) === 416) return
        // A server cuts a connection whose reader waits long, as that of an import.
        const isFinal = error instanceof ObjectChanged || foreign?.signal.aborted === true
        if (isFinal || statusOf(error) !== undefined || ++tries === TRIES) throw error
      }
    }
  }

  async function* list(prefix: string, delimiter?: string): AsyncGenerator<Listed[]> {
    let next: string | undefined
    do {
      const page = await client.send(
        new s3.ListObjectsV2Command({
          ...{ Bucket: bucket, Prefix: prefix },
          ...(delimiter && { Delimiter: delimiter }),
          ...(next && { ContinuationToken: next }),
        }),
        options,
      )
      yield (page.Contents ?? []).map(({ Key, Size, LastModified, ETag }) => ({
        key: Key!,
        size: Size ?? 0,
        at: LastModified?.getTime() ?? 0,
        etag: ETag,
      }))
      next = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (next)
  }

  return {
    async put(key, source, limit, partBytes = PART_BYTES) {
      let size = 0
      const hash = createHash('sha256')
      async function* counted() {
        for await (const chunk of source as AsyncIterable<Buffer | string>) {
          const bytes = Buffer.from(chunk as Buffer)
          size += bytes.length
          if (size > limit) throw new TooLarge()
          hash.update(bytes)
          yield bytes
        }
      }
      const body = Readable.from(counted(), { objectMode: false })
      try {
        const params = { ...at(key), Body: body }
        await new Upload({ client, params, partSize: partBytes, queueSize: PARTS, leavePartsOnError: false }).done()
      } catch (error) {
        const { name = '' } = error as { name?: string }
        throw FULL.test(name) || statusOf(error) === 507 ? new StorageFull() : error
      } finally {
        source.destroy()
      }
      return { size, hash: hash.digest() }
    },
    async putText(key, text) {
      await client.send(new s3.PutObjectCommand({ ...at(key), Body: text }))
    },
    read: (key, start, end, etag) => Readable.from(contentOf(key, start, end, etag), { objectMode: false }),
    async size(key) {
      return (await client.send(new s3.HeadObjectCommand(at(key)))).ContentLength ?? 0
    },
    async etag(key) {
      return (await client.send(new s3.HeadObjectCommand(at(key)), options)).ETag
    },
    async copy(from, to, etag) {
      // A header, which the library does not encode.
      const source = `${bucket}/${from.split('/').map(encodeURIComponent).join('/')}`
      const ifMatch = etag && { CopySourceIfMatch: etag }
      await client.send(new s3.CopyObjectCommand({ ...at(to), CopySource: source, ...ifMatch }), options)
    },
    async remove(key, etag) {
      await client.send(new s3.DeleteObjectCommand({ ...at(key), ...(etag && { IfMatch: etag }) }), options)
    },
    list,
    async removeParts(before, isOurs = () => true) {
      let [key, upload]: [string?, string?] = []
      do {
        const listing: Promise<ListMultipartUploadsCommandOutput> = client.send(
          new s3.ListMultipartUploadsCommand({
            Bucket: bucket,
            ...(key && { KeyMarker: key }),
            ...(upload && { UploadIdMarker: upload }),
          }),
        )
        const page = await listing.catch((error: unknown) => {
          // The server cannot list them: a rule of the bucket has to delete them.
          if (statusOf(error) === NOT_IMPLEMENTED) return undefined
          throw error
        })
        if (!page) return
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (!Key || !UploadId || !Initiated || Initiated.getTime() >= before || !isOurs(Key)) continue
          await client.send(new s3.AbortMultipartUploadCommand({ ...at(Key), UploadId }))
        }
        ;[key, upload] = page.IsTruncated ? [page.NextKeyMarker, page.NextUploadIdMarker] : []
      } while (key)
    },
    close: () => client.destroy(),
  }
}

/** Ends answers that are longer than a page of names. Objects are streamed, so theirs may have any length. */
function limitAnswers(client: S3Client) {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args)
        const { body } = result.response as { body?: unknown }
        if (commandName === 'GetObjectCommand' || !(body instanceof Readable)) return result
        let bytes = 0
        const limited = new Transform({
          transform(chunk: Buffer, _, done) {
            bytes += chunk.length
            done(bytes > FOREIGN_ANSWER_BYTES ? new TooLarge() : null, chunk)
          },
        })
        Object.assign(result.response as object, { body: pipeline(body, limited, () => {}) })
        return result
      },
    { step: 'deserialize', priority: 'low', name: 'limitAnswers' },
  )
}

/** HTTP status of a refusal; undefined if the server did not answer. */
export const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
