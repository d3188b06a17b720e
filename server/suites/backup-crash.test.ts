import { existsSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRestoreJournal } from '../core/restore-journal.ts'
import { backupMoments, killedAt, restoreMoments, scene, tryCommand } from './backup-commands.ts'

// All moments with BACKUP_MOMENTS=all: each one starts a database server.
const some = <T>(moments: readonly T[], of: number) =>
  process.env.BACKUP_MOMENTS === 'all' ? moments : moments.slice(0, of)

test.each(some(backupMoments, 1))(
  'a backup that is killed %s leaves no file that looks whole, and the next one succeeds',
  {
    tags: ['verify'],
    timeout: 120_000,
  },
  async (_, reached) => {
    const { env, folder } = await scene()
    await killedAt(['backup.ts', folder], env, () => reached(folder))
    const whole = () => readdirSync(folder).filter((name) => name.endsWith('.backup'))
    const before = whole().length
    const again = await tryCommand(['backup.ts', folder], env)
    expect([again.code, again.said]).toEqual([0, expect.stringMatching(/Backed up/)])
    expect(whole().length).toBe(before + 1)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  },
)

test.each(some(restoreMoments, 1))(
  'a restore that is killed %s is whole after the next one, or was never begun',
  {
    tags: ['verify'],
    timeout: 180_000,
  },
  async (_, reached) => {
    const { env, file, newData } = await scene()
    const dataFolder = newData()
    const there = { ...env, RUAM_DATA: dataFolder }
    await killedAt(['restore.ts', file], there, () => reached(dataFolder))
    if (!existsSync(join(dataFolder, 'postgres')) || readRestoreJournal(dataFolder)) {
      const again = await tryCommand(['restore.ts', file], there)
      // One whose journal was written is completed, and the second one is refused because of it.
      expect([again.code === 0, /is not empty/.test(again.said)]).toContain(true)
    }
    expect(readdirSync(dataFolder).filter((name) => /^restor/.test(name))).toEqual([])
    const { said } = await tryCommand(['backup.ts', join(dataFolder, 'backups')], there)
    expect(said).toMatch(/Backed up/)
  },
)

test('a restore onto a full folder changes nothing unless told to replace it, and then keeps what was there', {
  timeout: 180_000,
  tags: ['verify'],
}, async () => {
  const { env, file, newData } = await scene()
  const there = { ...env, RUAM_DATA: newData() }
  expect((await tryCommand(['restore.ts', file], there)).code).toBe(0)
  const before = readdirSync(there.RUAM_DATA)
  await writeFile(join(there.RUAM_DATA, 'files', 'mark'), 'x')
  const refused = await tryCommand(['restore.ts', file], there)
  expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/is not empty/)])
  expect(readdirSync(there.RUAM_DATA)).toEqual(before)
  const replaced = await tryCommand(['restore.ts', file, '--replace'], there)
  expect([replaced.code, replaced.said]).toEqual([0, expect.stringMatching(/What was there before lies in/)])
  const aside = readdirSync(there.RUAM_DATA).find((name) => name.startsWith('before-restore-'))!
  expect(existsSync(join(there.RUAM_DATA, aside, 'files', 'mark'))).toBe(true)
})
