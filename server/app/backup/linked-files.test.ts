import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkFiles, removeStaleLinks } from './linked-files.ts'
import { packFiles, unpackFiles } from './packed-files.ts'

async function inFolder(work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-kept-'))
  await work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

test('files that are removed while a backup runs are in it all the same', () =>
  inFolder(async (folder) => {
    const storage = join(folder, 'files')
    await mkdir(join(storage, '7'), { recursive: true })
    await writeFile(join(storage, '7', 'one'), 'ลูกค้า')
    await writeFile(join(storage, '7', 'empty'), '')
    const kept = await linkFiles(storage)
    await kept.add()
    await rm(join(storage, '7', 'one'))
    await writeFile(join(storage, '7', 'two'), Buffer.alloc(300_000, 'x'))
    await kept.add()
    const keys = await kept.keys()
    expect(keys).toEqual(['7/empty', '7/one', '7/two'])
    const to = join(folder, 'back')
    expect(await unpackFiles(packFiles(kept, keys), to)).toBe(3)
    expect(await readFile(join(to, '7/one'), 'utf8')).toBe('ลูกค้า')
    expect((await readFile(join(to, '7/two'))).length).toBe(300_000)
    await removeStaleLinks(storage)
    expect(await kept.keys()).toEqual([])
  }))

test('a key that leads out of the folder is refused', () =>
  inFolder(async (folder) => {
    const head = Buffer.alloc(10)
    const name = Buffer.from('7/../../outside')
    head.writeUInt16BE(name.length)
    const packed = (async function* () {
      yield Buffer.concat([head, name])
    })()
    await expect(unpackFiles(packed, join(folder, 'back'))).rejects.toThrow(/names a file/)
  }))
