import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { listOf, never, reasonOf } from '../../testing/places.testing.ts'
import { folderPlace } from './folder.ts'
import type { Found, Place } from './place.ts'

let root: string
let own: string
let place: Place

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ruam-folder-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  own = join(root, '7', 'pos')
  await mkdir(own, { recursive: true })
  await mkdir(join(root, '8'))
  await writeFile(join(root, '8', 'secret.csv'), 'of another store')
  place = folderPlace(root, 7, 'pos')
})

const listed = async (of = place) => (await listOf(of)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
const contentOf = async (found: Found) => text(await place.open(found, never))

test('plain files are listed and read, without links and folders', async () => {
  await writeFile(join(own, 'a.csv'), 'one')
  await mkdir(join(own, 'done'))
  await symlink(join(root, '8', 'secret.csv'), join(own, 'b.csv'))
  await link(join(root, '8', 'secret.csv'), join(own, 'c.csv'))
  const files = await listed()
  expect(files.map(({ name, size }) => [name, size])).toEqual([
    ['a.csv', 3],
    ['c.csv', 16],
  ])
  expect(await contentOf(files[0]!)).toBe('one')
  // A second name of a file may be that of another store.
  expect(await reasonOf(() => contentOf(files[1]!))).toBe('not_found')
})

test('a file that is exchanged for a link, or changes, between list and open is not read', async () => {
  await writeFile(join(own, 'a.csv'), 'sixteen letters!')
  const [found] = await listed()
  await rm(join(own, 'a.csv'))
  await symlink(join(root, '8', 'secret.csv'), join(own, 'a.csv'))
  // As large, and as old.
  await utimes(join(root, '8', 'secret.csv'), found!.modifiedAt! / 1000, found!.modifiedAt! / 1000)
  expect(await reasonOf(() => contentOf(found!))).toBe('not_found')
  await rm(join(own, 'a.csv'))
  await writeFile(join(own, 'a.csv'), 'sixteen letters?')
  await utimes(join(own, 'a.csv'), 1, 1)
  expect(await reasonOf(() => contentOf(found!))).toBe('not_found')
})

test('a folder that is exchanged for a link to another store leads nowhere', async () => {
  await writeFile(join(own, 'a.csv'), 'one')
  await rename(own, `${own}-old`)
  await symlink(join(root, '8'), own)
  expect(await reasonOf(() => listed())).toBe('not_found')
  for (const path of ['..', '../8', '../../8', 'pos/../../8', '.'])
    expect(await reasonOf(() => listed(folderPlace(root, 7, path)))).toBe('not_found')
  expect(await reasonOf(() => listed(folderPlace(undefined, 7, '')))).toBe('not_found')
  expect(await reasonOf(() => listed(folderPlace(root, 9, '')))).toBe('not_found')
})

test('a file is moved once, without overwriting an earlier one, from waiting to done', async () => {
  await mkdir(join(own, 'done'))
  await writeFile(join(own, 'done', 'a.csv'), 'earlier')
  await writeFile(join(own, 'a.csv'), 'one')
  const [found] = await listed()
  await place.putAway!(found!, 'waiting', never)
  expect(await listed()).toEqual([])
  await place.putAway!(found!, 'done', never, 'waiting')
  expect(await reasonOf(() => place.putAway!(found!, 'done', never, 'waiting'))).toBe('not_found')
  expect((await readdir(join(own, 'done'))).toSorted()).toEqual(['a (2).csv', 'a.csv'])
  expect(await readFile(join(own, 'done', 'a (2).csv'), 'utf8')).toBe('one')
  expect(await readFile(join(own, 'done', 'a.csv'), 'utf8')).toBe('earlier')
})

test('two files of one name that wait are moved to done one after the other', async () => {
  const waiting = []
  for (const content of ['one', 'three']) {
    await writeFile(join(own, 'a.csv'), content)
    const [found] = await listed()
    await place.putAway!(found!, 'waiting', never)
    waiting.push(found!)
  }
  expect((await readdir(join(own, 'waiting'))).toSorted()).toEqual(['a (2).csv', 'a.csv'])
  for (const found of waiting) await place.putAway!(found, 'done', never, 'waiting')
  expect(await readdir(join(own, 'waiting'))).toEqual([])
  expect(await readFile(join(own, 'done', 'a (2).csv'), 'utf8')).toBe('three')
})

test('a name that a killed move reserved is used by the next one', async () => {
  await mkdir(join(own, 'done'))
  await writeFile(join(own, 'done', 'a.csv'), '')
  await writeFile(join(own, 'a.csv'), 'one')
  const [found] = await listed()
  await place.putAway!(found!, 'done', never)
  expect(await readdir(join(own, 'done'))).toEqual(['a.csv'])
  expect(await readFile(join(own, 'done', 'a.csv'), 'utf8')).toBe('one')
})

test('a new file with the name of a moved one stays', async () => {
  await writeFile(join(own, 'a.csv'), 'one')
  const [found] = await listed()
  await place.putAway!(found!, 'done', never)
  await writeFile(join(own, 'a.csv'), 'three')
  expect(await reasonOf(() => place.putAway!(found!, 'done', never))).toBe('not_found')
  expect((await listed()).map(({ size }) => size)).toEqual([5])
})

test('a link in place of the folder for moved files leads nowhere', async () => {
  await symlink(join(root, '8'), join(own, 'done'))
  await writeFile(join(own, 'a.csv'), 'one')
  const [found] = await listed()
  expect(await reasonOf(() => place.putAway!(found!, 'done', never))).toBe('not_found')
  expect(await readdir(join(root, '8'))).toEqual(['secret.csv'])
})
