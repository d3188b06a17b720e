import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BucketSettings } from '../core/config.ts'

interface S3Server {
  /** A bucket there, made at the server's start. */
  settings: BucketSettings
  /** Uploads whose parts lie there. */
  unfinished(): Promise<string[]>
  stop(): Promise<void>
}

const BUCKET = 'ruam'

interface Context {
  method: string
  path: string
  query: Record<string, string | undefined>
  status: number
  type: string
  body: string
}

/** A server of another code base that TEST_S3_ENDPOINT names, with a new bucket there. */
async function otherServer(endpoint: string): Promise<S3Server> {
  const keys = { id: process.env.TEST_S3_KEY ?? '', secret: process.env.TEST_S3_SECRET ?? '' }
  const known = { endpoint, bucket: '', region: 'us-east-1', pathStyle: true, keys }
  const settings = await newBucket(known, `ruam-${process.pid}-${Date.now()}`)
  const { ListMultipartUploadsCommand, S3Client } = await import('@aws-sdk/client-s3')
  const credentials = { accessKeyId: keys.id, secretAccessKey: keys.secret }
  const client = new S3Client({ endpoint, region: known.region, credentials, forcePathStyle: true })
  return {
    settings,
    async unfinished() {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }))
      return Uploads.map(({ UploadId }) => UploadId!)
    },
    stop: async () => client.destroy(),
  }
}

/** An S3 server of npm on this machine. It lacks the list of unfinished uploads and their removal, which are added here unless `listsUploads` is false. */
export async function startS3Server({ listsUploads = true } = {}): Promise<S3Server> {
  if (process.env.TEST_S3_ENDPOINT) return otherServer(process.env.TEST_S3_ENDPOINT)
  const { default: S3rver } = await import('@20minutes/s3rver')
  const directory = await mkdtemp(join(tmpdir(), 'ruam-s3-'))
  const uploads = join(directory, BUCKET, '._S3rver_uploads')
  const unfinished = () => readdir(uploads).catch((): string[] => [])
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: BUCKET, configs: [] }],
    // It signs addresses with a slash in their query in another way than Amazon.
    allowMismatchedSignatures: true,
  })
  server.middleware.unshift(async (context: Context, next: () => Promise<unknown>) => {
    const { uploadId } = context.query
    if (!listsUploads) return next()
    if (context.method === 'DELETE' && uploadId) {
      await rm(join(uploads, uploadId), { recursive: true })
      context.status = 204
    } else if (context.method === 'GET' && 'uploads' in context.query) {
      const found = await Promise.all(
        (await unfinished()).map(async (id) => {
          const key = await readFile(join(uploads, id, 'key'), 'utf8')
          const initiated = (await stat(join(uploads, id))).birthtime.toISOString()
          return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`
        }),
      )
      context.type = 'application/xml'
      context.body = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${found.join('')}</ListMultipartUploadsResult>`
    } else await next()
  })
  const { port } = (await server.run()) as AddressInfo
  return {
    settings: {
      ...{ endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, region: 'us-east-1', pathStyle: true },
      keys: { id: 'S3RVER', secret: 'S3RVER' },
    },
    unfinished,
    async stop() {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Makes another bucket on the server. */
export async function newBucket(settings: BucketSettings, bucket: string): Promise<BucketSettings> {
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3')
  const { endpoint, region, keys } = settings
  const credentials = { accessKeyId: keys!.id, secretAccessKey: keys!.secret }
  const client = new S3Client({ endpoint: endpoint!, region, credentials, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { ...settings, bucket }
}
