import dns from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Bucket, openBucket } from '../../storage/bucket.ts'
import { all, listOf, never, reasonOf } from '../../testing/places.testing.ts'
import { newBucket, startS3Server } from '../../testing/s3-server.testing.ts'
import { isSameBucket, type Reach, reachOf } from './address.ts'
import { usualLimits } from './patience.ts'
import type { Found, Place, PlaceErrorName } from './place.ts'
import { type S3Settings, s3Place } from './s3.ts'

const inside: Reach = { allowPrivateIPAddress: true, ownBuckets: [] }
const outside: Reach = { ...inside, allowPrivateIPAddress: false }

let s3: Awaited<ReturnType<typeof startS3Server>>
let settings: S3Settings
let bucket: Bucket
beforeAll(async () => {
  s3 = await startS3Server()
  const other = await newBucket(s3.settings, `till-${process.pid}-${Date.now()}`)
  bucket = await openBucket(other)
  settings = { ...other, prefix: 'pos/daily/', keys: other.keys! }
})
afterAll(async () => {
  bucket.close()
  await s3.stop()
})

const namesIn = async (place: Place) => (await listOf(place)).map(({ name }) => name)
const reasonOfList = (place: () => Place) => reasonOf(() => namesIn(place()))

/** A server that handles each request by itself, as the endpoint of a bucket. */
async function startServer(handle: RequestListener): Promise<S3Settings> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { ...settings, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pathStyle: true }
}

test('files of the folder are listed and read, whatever their names, and no other’s', async () => {
  const name = 'ยอดขาย หน้าร้าน 1%.csv'
  await bucket.putText(`pos/daily/${name}`, 'ชื่อ,ยอด\nก,1\n')
  for (const key of ['pos/other.csv', 'pos/daily/done/old.csv', 'pos/daily2/x.csv']) await bucket.putText(key, 'x')
  const place = s3Place(settings, inside)
  const found = await all(place.list(never))
  expect(found).toEqual([
    { name, size: 29, modifiedAt: expect.any(Number), version: expect.stringMatching(/[0-9a-f]{32}/) },
  ])
  expect(await text(await place.open(found[0]!, never))).toBe('ชื่อ,ยอด\nก,1\n')
  await place.putAway!(found[0]!, 'done', never)
  expect(await namesIn(place)).toEqual([])
  const done = (await all(bucket.list('pos/daily/done/'))).flat().map(({ key }) => key)
  expect(done).toEqual([
    expect.stringMatching(/^pos\/daily\/done\/\d{8}T\d{6} ยอดขาย หน้าร้าน 1%\.csv$/),
    'pos/daily/done/old.csv',
  ])
  expect(await reasonOf(() => place.open(found[0]!, never))).toBe('not_found')
  // A move that was killed after its copy or at its end is repeated.
  expect(await reasonOf(() => place.putAway!(found[0]!, 'done', never))).toBe('not_found')
})

test('a file that waits is moved on from there', async () => {
  const place = s3Place({ ...settings, prefix: 'moved/' }, inside)
  await bucket.putText('moved/day.csv', 'old')
  const [found] = (await listOf(place)) as [Found]
  await place.putAway!(found, 'waiting', never)
  await bucket.putText('moved/day.csv', 'new')
  await place.putAway!(found, 'done', never, 'waiting')
  expect(await reasonOf(() => place.putAway!(found, 'done', never, 'waiting'))).toBe('not_found')
  const keys = (await all(bucket.list('moved/'))).flat().map(({ key }) => key)
  expect(keys).toEqual(['moved/day.csv', expect.stringMatching(/^moved\/done\/\d{8}T\d{6} day\.csv$/)])
  expect(await text(bucket.read('moved/day.csv', 0))).toBe('new')
})

test('a file that is replaced after it was listed is neither read nor moved', async () => {
  const place = s3Place({ ...settings, prefix: 'replaced/' }, inside)
  await bucket.putText('replaced/day.csv', 'old')
  const [found] = (await listOf(place)) as [Found]
  await bucket.putText('replaced/day.csv', 'new')
  expect(await reasonOf(() => place.open(found, never))).toBe('not_found')
  expect(await reasonOf(() => place.putAway!(found, 'waiting', never))).toBe('not_found')
  expect(await text(bucket.read('replaced/day.csv', 0))).toBe('new')
})

test('a large file arrives whole, and a reader that leaves closes the connection', async () => {
  const place = s3Place({ ...settings, prefix: 'large/' }, inside)
  const content = Buffer.alloc(3_000_000, 'กขค')
  await bucket.put('large/a.csv', Readable.from([content]), content.length)
  const [found] = (await listOf(place)) as [Found]
  expect(Buffer.concat(await (await place.open(found, never)).toArray()).equals(content)).toBe(true)
  const left = await place.open(found, never)
  left.destroy()
  await once(left, 'close')
})

test.for<[what: string, change: Partial<S3Settings>, reason: PlaceErrorName]>([
  ['an unknown key', { keys: { id: 'UNKNOWN', secret: 'x' } }, 'refused'],
  ['an unknown bucket', { bucket: 'no-such-bucket' }, 'not_found'],
  ['a port without a server', { endpoint: 'http://127.0.0.1:9' }, 'unreachable'],
])('%s is named', async ([, change, reason]) => {
  expect(await reasonOfList(() => s3Place({ ...settings, ...change }, inside))).toBe(reason)
})

test.for([
  'http://files.example',
  'https://10.0.0.1',
  'https://127.0.0.1:9000',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[fd00::1]',
  'https://0.0.0.0',
  'https://169.254.169.254',
  'https://localhost',
  'https://2130706433',
  'https://0x7f.1',
])('%s is refused without the setting for private addresses', async (endpoint) => {
  expect(await reasonOfList(() => s3Place({ ...settings, endpoint, pathStyle: true }, outside))).toBe('private_address')
})

test('a name that leads to a private address when it is called is not connected to', async () => {
  let connections = 0
  const { endpoint } = await startServer(() => connections++)
  const { lookup } = dns
  type Answer = (error: null, ...address: unknown[]) => void
  const rebind = (name: string, options: dns.LookupOptions, answer: Answer) => {
    if (!name.endsWith('files.example')) return lookup(name, options, answer as never)
    return options.all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4)
  }
  const rebound = vi.spyOn(dns, 'lookup').mockImplementation(rebind as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    rebound.mockRestore()
    syncBuiltinESMExports()
  })
  const named = endpoint!.replace('http://127.0.0.1', 'https://files.example')
  for (const pathStyle of [true, false])
    expect(await reasonOfList(() => s3Place({ ...settings, endpoint: named, pathStyle }, outside))).toBe(
      'private_address',
    )
  expect(connections).toBe(0)
})

const own = { endpoint: 'https://s3.example.com', bucket: 'ruam' }
test.for<
  [endpoint: string | undefined, bucket: string, of: { endpoint: string | undefined; bucket: string }, same: boolean]
>([
  ['https://s3.example.com/', 'ruam', own, true],
  ['https://S3.EXAMPLE.com:443', 'ruam', own, true],
  ['https://s3.example.com.', 'ruam', own, true],
  ['https://ruam.s3.example.com', 'files', own, true],
  ['https://s3.example.com', 'till', own, false],
  ['https://other.example.com', 'ruam', own, false],
  [undefined, 'ruam', { ...own, endpoint: undefined }, true],
  ['https://s3.ap-southeast-1.amazonaws.com', 'ruam', { ...own, endpoint: undefined }, true],
  [
    'https://s3.dualstack.eu-west-1.amazonaws.com',
    'ruam',
    { ...own, endpoint: 'https://s3.eu-west-1.amazonaws.com' },
    true,
  ],
  ['https://ruam.s3.amazonaws.com', 'files', { ...own, endpoint: undefined }, true],
  [undefined, 'ruam', own, false],
])('%s/%s is the bucket of %o: %s', ([endpoint, name, of, same]) => {
  expect(isSameBucket({ endpoint, bucket: name }, of)).toBe(same)
})

test('the buckets of the product, of its backups and of its archive are refused', () => {
  const backupBucket = { endpoint: own.endpoint, region: 'r', keys: undefined, pathStyle: true }
  const bucketSettings = { ...own, region: 'r', pathStyle: true, keys: undefined }
  const config = { watchPrivate: false, bucket: bucketSettings, backupBucket }
  const reach = reachOf({ ...config, backupFolder: 's3://backups/nightly', archive: 's3://archive/x' })
  for (const name of ['ruam', 'backups', 'archive'])
    expect(() => s3Place({ ...settings, endpoint: own.endpoint, bucket: name }, reach)).toThrow('own_bucket')
  s3Place({ ...settings, endpoint: own.endpoint, bucket: 'till' }, reach)
})

const page = (
  contents: string,
  rest = '<IsTruncated>true</IsTruncated><NextContinuationToken>n</NextContinuationToken>',
) => `<?xml version="1.0"?><ListBucketResult>${rest}${contents}</ListBucketResult>`
const contents = (count: number) =>
  Array.from({ length: count }, (_, n) => `<Contents><Key>pos/daily/${n}.csv</Key><Size>1</Size></Contents>`).join('')

test.for<[what: string, handle: RequestListener, reason: PlaceErrorName]>([
  ['pages of names without an end', (_, reply) => reply.end(page(contents(1000))), 'too_many'],
  ['empty pages without an end', (_, reply) => reply.end(page('')), 'too_many'],
  [
    'one page without an end',
    (_, reply) => {
      const piece = contents(10_000)
      const write = () => {
        while (!reply.destroyed && reply.write(piece));
        reply.once('drain', write)
      }
      write()
    },
    'too_many',
  ],
  ['no answer', () => {}, 'timeout'],
  ['an answer that stops', (_, reply) => void reply.writeHead(200).write('<?xml'), 'timeout'],
  ['no XML', (_, reply) => reply.end('สวัสดี'), 'unreachable'],
  ['a redirect inside', (_, reply) => reply.writeHead(301, { location: 'http://127.0.0.1:9/' }).end(), 'refused'],
])('a server with %s is named', async ([, handle, reason]) => {
  const hostile = await startServer(handle)
  const limits = { ...usualLimits, silenceMs: reason === 'timeout' ? 50 : 30_000 }
  expect(await reasonOfList(() => s3Place(hostile, inside, limits))).toBe(reason)
})

test('content that stops or is longer than listed ends the reading', async () => {
  const sent: Record<string, RequestListener> = {
    stops: (_, reply) => void reply.writeHead(200, { 'content-length': '10' }).write('half'),
    goesOn: (_, reply) => void reply.writeHead(200).end('x'.repeat(100)),
  }
  const found = { name: 'a.csv', size: 10, modifiedAt: null }
  const read = async (handle: RequestListener, silenceMs: number) => {
    const place = s3Place(await startServer(handle), inside, { ...usualLimits, silenceMs })
    return reasonOf(async () => text(await place.open(found, never)))
  }
  expect([await read(sent.stops!, 50), await read(sent.goesOn!, 30_000)]).toEqual(['timeout', 'not_found'])
})

test('a bucket that may only be read refuses the move, and keeps the file', async () => {
  const deleted: string[] = []
  const readOnly = await startServer((request, reply) => {
    if (request.method === 'DELETE') deleted.push(request.url!)
    reply.writeHead(request.method === 'PUT' ? 403 : 200).end()
  })
  const found = { name: 'a.csv', size: 1, modifiedAt: 0 }
  expect(await reasonOf(() => s3Place(readOnly, inside).putAway!(found, 'done', never))).toBe('refused')
  expect(deleted).toEqual([])
})

test('a look ends when its caller does', async () => {
  const hanging = await startServer(() => {})
  const caller = new AbortController()
  const looking = reasonOf(() => all(s3Place(hanging, inside).list(caller.signal)))
  caller.abort()
  expect(await looking).toBe('unreachable')
})
