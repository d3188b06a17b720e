// Part of `npm run verify accepted`: 10,000 items are acknowledged, then the disk is filled to its last byte. Needs root, for a small tmpfs.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import pg from 'pg'
import { openScene } from './crash-scene.ts'
import { signIn } from './ruam-client.ts'

const run = promisify(execFile)

const MEGABYTE = 1024 * 1024
const DISK_MB = 1200
const ITEMS = 10_000
const PER_REQUEST = 500
/** Milliseconds for which the disk stays full. */
const FULL_MS = 15_000
const TRY_AGAIN_MS = 200

if (process.getuid?.() !== 0) {
  console.log('Skipped, not passed: mounting a small disk needs root.')
  process.exit(0)
}

const folder = await mkdtemp(join(tmpdir(), 'ruam-full-'))
const disk = join(folder, 'disk')
await mkdir(disk)
await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk])
const faults: string[] = []
const expectThat = (isTrue: boolean, what: string) => {
  console.log(`${isTrue ? 'yes' : 'NO '}  ${what}`)
  if (!isTrue) faults.push(what)
}
const scene = await openScene(join(disk, 'data'), 1)
try {
  const client = await signIn(scene.address)
  const scopes = ['profile:write', 'profile:read'] as const
  const made = await client.call(apiKeys.create, { body: { name: 'POS', scopes: [...scopes] } })
  const spare = await client.call(apiKeys.create, { body: { name: 'ยกเลิก', scopes: [...scopes] } })
  const [store] = await scene.ask<{ id: number }>('select min(store_id)::int as id from store')
  const send = (n: number, count: number) =>
    fetch(`${scene.address}/open-api/v1/profiles/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${made.key}`, 'content-type': 'application/json', 'idempotency-key': `b${n}` },
      body: JSON.stringify({
        items: Array.from({ length: count }, (_, at) => ({
          values: { firstName: `คน${n + at}`, phone: phoneOf(n + at) },
        })),
      }),
    }).then((reply) => reply.status)
  // The ingester sleeps, so that everything is acknowledged and nothing written.
  const holder = new pg.Client({ connectionString: scene.superUrl })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    'insert into ingester (store_id) values ($1) on conflict (store_id) do update set updated_at = now()',
    [store!.id],
  )
  const statuses = new Map<number, number>()
  for (let n = 0; n < ITEMS; n += PER_REQUEST) {
    const status = await send(n, PER_REQUEST)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expectThat(statuses.get(202) === ITEMS / PER_REQUEST, `${ITEMS.toLocaleString('en')} items are acknowledged with 202`)
  const filler = await fill(join(disk, 'filler'))
  const began = Date.now()
  await holder.query('commit').catch(() => {})
  await holder.end().catch(() => {})
  const refused = await until(async () => (await send(ITEMS, 1).catch(() => 0)) === 507, 10_000)
  expectThat(refused, 'a program gets 507 while the disk is full')
  const revoked = await until(
    () =>
      client.call(apiKeys.revoke, { params: { id: String(spare.id) } }).then(
        () => true,
        () => false,
      ),
    FULL_MS,
  )
  expectThat(revoked, 'a key is revoked while the disk is full')
  await sleep(Math.max(0, FULL_MS - (Date.now() - began)))
  await rm(filler)
  const isDone = async () =>
    (await scene.ask('select from receipt where store_id = $1 and done_at is null limit 1', [store!.id])).length === 0
  expectThat(await until(isDone, 120_000), 'all requests are done once there is room')
  const [found] = await scene.ask<{ people: number; rows: number; letters: number }>(
    `select count(distinct phone)::int as people, count(*)::int as rows,
       (select count(*)::int from dead_letter where store_id = $1) as letters
     from profile where store_id = $1 and phone = any($2::text[])`,
    [store!.id, Array.from({ length: ITEMS }, (_, n) => `+66${phoneOf(n).slice(1)}`)],
  )
  const { people, rows, letters } = found!
  expectThat(
    people === ITEMS && rows === ITEMS && letters === 0,
    `lost ${ITEMS - people}, doubled ${rows - people}, set aside ${letters}`,
  )
} finally {
  await scene.stop().catch(() => {})
  await run('umount', ['-l', disk]).catch(() => {})
  await rm(folder, { recursive: true, force: true })
}
process.exit(faults.length === 0 ? 0 : 1)

function phoneOf(n: number): string {
  return `08${String(10_000_000 + n)}`
}

/** Fills the disk to its last byte. Returns the path of what fills it. */
async function fill(path: string): Promise<string> {
  const file = await open(path, 'w')
  const { bavail, bsize } = await statfs(disk)
  console.log(`     ${Math.round((bavail * bsize) / MEGABYTE)} MB of ${DISK_MB} are free before`)
  try {
    for (let piece = Buffer.alloc(MEGABYTE); ; ) {
      try {
        await file.write(piece)
      } catch {
        if (piece.length <= 4096) break
        piece = piece.subarray(0, Math.floor(piece.length / 2))
      }
    }
  } finally {
    await file.close()
  }
  return path
}

async function until(ask: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(TRY_AGAIN_MS)) if (await ask()) return true
  return false
}
