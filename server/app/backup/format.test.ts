import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { folderPlace } from '../../storage/backup-place.ts'
import { atEndOfFile } from '../../testing/end-of-file.testing.ts'
import { backupIn } from './backup-files.ts'
import { readBackup } from './backup-reader.ts'
import { BackupWriter } from './backup-writer.ts'

// 50 changed bytes and 20 cuts with BACKUP_PLACES=50.
const PLACES = Number(process.env.BACKUP_PLACES ?? 5)
const PASSPHRASE = 'รหัสผ่านของร้าน 2569'
const end = { made_at: '2026-11-25T03:00:00.000Z', migrations: [], postgres: '18.4' }

const folder = mkdtempSync(join(tmpdir(), 'ruam-format-'))
const place = folderPlace(folder)
atEndOfFile(() => rm(folder, { recursive: true, force: true }))

const contents = [randomBytes(3_000_000), Buffer.alloc(2_500_000, 'ลูกค้า\t+66812345670\n'), Buffer.alloc(0)]

async function written(name: string, passphrase?: string, spoil: (writer: BackupWriter) => void = () => {}) {
  const path = join(folder, name)
  const writer = await BackupWriter.begin(await place.begin(name), passphrase)
  for (const [place, content] of contents.entries())
    await writer.part(
      { name: `part ${place}` },
      () => [content],
      () => place,
    )
  spoil(writer)
  await writer.end(end)
  return path
}

/** Reads a backup and returns its parts. */
async function read(path: string, passphrase?: string) {
  const parts: Buffer[] = []
  const manifest = await readBackup(backupIn(place, basename(path)), passphrase, async ({ data }) => {
    const blocks: Buffer[] = []
    for await (const block of data) blocks.push(block)
    parts.push(Buffer.concat(blocks))
  })
  return { manifest, parts }
}

test.each([
  ['without a passphrase', undefined],
  ['with a passphrase', PASSPHRASE],
])('a backup %s is read as it was written', async (_, passphrase) => {
  const { manifest, parts } = await read(await written(`whole ${passphrase}`, passphrase), passphrase)
  expect(parts.map((part, place) => part.equals(contents[place]!))).toEqual([true, true, true])
  expect(manifest.parts.map(({ bytes, count }) => [bytes, count])).toEqual(
    contents.map(({ length }, place) => [length, place]),
  )
})

test.each([
  ['without a passphrase', undefined],
  ['with a passphrase', PASSPHRASE],
])('a backup %s is refused when one byte is changed or its end is missing', async (_, passphrase) => {
  const bytes = readFileSync(await written(`source ${passphrase}`, passphrase))
  const path = join(folder, `spoilt ${passphrase}`)
  const random = randomOf(Number(process.env.SEED) || 1)
  const refused = async () =>
    read(path, passphrase).then(
      () => 'read',
      (error: Error) => error.message,
    )
  const sentence = /^(The backup is|This file is no backup|This backup is encrypted|The passphrase)/
  for (let place = 0; place < PLACES; place++) {
    const at = place < 4 ? place * 20 : random.below(bytes.length)
    const spoilt = Buffer.from(bytes)
    spoilt[at]! ^= 1 + random.below(255)
    writeFileSync(path, spoilt)
    expect([at, await refused()]).toEqual([at, expect.stringMatching(sentence)])
  }
  for (let place = 0; place < PLACES; place++) {
    const length = place < 3 ? bytes.length - 1 - place : random.below(bytes.length)
    writeFileSync(path, bytes)
    await truncate(path, length)
    expect([length, await refused()]).toEqual([length, expect.stringMatching(sentence)])
  }
})

test('a backup to which bytes were added is refused', async () => {
  const path = await written('longer')
  writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('x')]))
  await expect(read(path)).rejects.toThrow(/damaged/)
})

test('a backup whose part is another than the manifest promises is refused', async () => {
  const path = await written('promise', undefined, (writer) => {
    writer.parts[1]!.sha256 = 'a'.repeat(64)
  })
  await expect(read(path)).rejects.toThrow(/damaged \(its part part 1\)/)
})

test('an encrypted backup is refused without its passphrase, and with another one', async () => {
  const path = await written('sealed', PASSPHRASE)
  await expect(read(path)).rejects.toThrow(/encrypted: set RUAM_BACKUP_PASSPHRASE/)
  await expect(read(path, `${PASSPHRASE} `)).rejects.toThrow(/not the one that this backup was made with/)
})

test('an encrypted backup shows nothing of its content', async () => {
  const bytes = readFileSync(await written('opaque', PASSPHRASE))
  expect(bytes.includes('part 1')).toBe(false)
  expect(bytes.includes('sha256')).toBe(false)
})
