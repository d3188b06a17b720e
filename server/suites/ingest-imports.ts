// Files that are imported and undone while programs send and processes are killed.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { crashFile } from './crash-file.ts'
import type { Scene } from './crash-scene.ts'
import type { RuamClient } from './ruam-client.ts'

interface Stage {
  scene: Scene
  client: RuamClient
  folder: string
  storeId: number
}

const ROWS = 500
/** Phones of crash files from here on are no phones of senders. */
const FIRST_FILE = 50
const TRY_AGAIN_MS = 200
const MOST_TRIES = 300

/** Imports files one after the other, each second one undone. Returns what is lost or left, in words. */
export async function importAndUndo(stage: Stage, first: number, count: number): Promise<string[]> {
  const faults: string[] = []
  for (let n = 0; n < count; n++) {
    const undone = (first + n) % 2 === 0
    const { phones, counts } = await importOne(stage, FIRST_FILE + first + n, undone)
    const [there] = await stage.scene.ask<{ n: number }>(
      'select count(*)::int as n from profile where store_id = $1 and phone = any($2) and deleted_at is null',
      [stage.storeId, phones],
    )
    const wanted = undone ? 0 : counts.added
    if (there!.n !== wanted) faults.push(`file ${first + n}: ${there!.n} people are there instead of ${wanted}`)
  }
  return faults
}

async function importOne({ client, folder, scene, storeId }: Stage, number: number, undone: boolean) {
  const file = crashFile(number, ROWS)
  const path = join(folder, `${number}.csv`)
  await writeFile(path, file.csv)
  const id = await surely(() => client.upload(path, `ไฟล์ ${number} ${Date.now()}`))
  const params = { id: String(id) }
  await client.loaded(id)
  await surely(() => client.map(id))
  const dry = await surely(() => client.call(importRun.dryRun, { params }))
  const { run_id } = await client.ended(id, dry.run_id)
  // A call whose answer was lost may have begun the run: the table knows.
  const runOf = async () =>
    (
      await scene.ask<{ run_id: string; status: string; undone: boolean }>(
        `select run_id, status, undone_at is not null as undone from run
         where store_id = $1 and data_source_id = $2 and kind = 'real'`,
        [storeId, id],
      )
    )[0]
  await surely(async () => {
    if (!(await runOf())) await client.call(importRun.run, { params, body: { run_id } })
  })
  while ((await runOf())?.status !== 'completed') await sleep(TRY_AGAIN_MS)
  if (!undone) return file
  const run = (await runOf())!.run_id
  for (let tries = 0; !(await runOf())!.undone && tries < MOST_TRIES; tries++) {
    await client.call(importUndo.undo, { params: { ...params, run_id: run } }).catch(() => {})
    await sleep(TRY_AGAIN_MS)
  }
  return file
}

/** Does work again while the server is away. */
async function surely<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === MOST_TRIES) throw error
      await sleep(TRY_AGAIN_MS)
    }
  }
}
