import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderPlace } from '../../storage/backup-place.ts'
import { atEndOfFile } from '../../testing/end-of-file.testing.ts'
import { archiveNames, baseOf, chainFrom, chunkOf, SEGMENT, segmentName } from './names.ts'

const archive = archiveNames.of('a secret key', 'a1b2c3d4e5f6')
const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 14, minute, 3, 7))
const chunk = (from: bigint, to: bigint, minute: number) => ({ from, to, at: at(minute) })

test('names of an archive are read as they were written', () => {
  const base = { at: at(3), began: at(1), from: 0x1_0000_0028n }
  expect(baseOf(archiveNames.ready(archive, base))).toEqual({ ...base, archive })
  expect(chunkOf(archiveNames.chunk(archive, chunk(5n, SEGMENT, 4)))).toEqual(chunk(5n, SEGMENT, 4))
  expect(baseOf('archive-of-somebody-else')).toBeUndefined()
  expect([segmentName(1, 0x1_0100_0000n), segmentName(10, 5n)]).toEqual([
    '000000010000000100000001',
    '0000000A0000000000000000',
  ])
})

test('the log of a base is a chain that overlaps, ends before a gap, and reaches no further than an instant', () => {
  const base = { at: at(1), began: at(0), from: 100n }
  const all = [
    chunk(90n, 120n, 1),
    chunk(120n, 150n, 2),
    chunk(120n, 130n, 2),
    chunk(150n, 160n, 3),
    chunk(170n, 180n, 4),
  ]
  const ends = (until?: Date) => chainFrom(base, all, until).map(({ to }) => to)
  expect(ends()).toEqual([120n, 130n, 150n, 160n])
  expect(ends(at(2))).toEqual([120n, 130n])
  expect(chainFrom(base, [chunk(110n, 120n, 1)])).toEqual([])
})

test('a folder shows a file once it is whole, and unfinished ones are removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-place-'))
  atEndOfFile(() => rm(folder, { recursive: true, force: true }))
  const place = folderPlace(folder)
  const [whole, left, discarded] = [await place.begin('a/one'), await place.begin('two'), await place.begin('a/three')]
  await whole.write(Buffer.from('1'))
  expect([await place.names('a/'), await place.names('')]).toEqual([[], ['a']])
  await whole.finish()
  await discarded.discard()
  await writeFile(join(folder, 'three'), '')
  expect([await place.names('a/'), await place.names('t')]).toEqual([['a/one'], ['three']])
  await place.removeUnfinished((name) => name === 'two')
  await left.discard()
  expect(await place.names('tw')).toEqual([])
})
