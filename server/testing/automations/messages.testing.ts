import type { Definition, Step } from '@ruam/contract/automations/definition.ts'
import { type Sent, sendMessages } from '../../automations/messages/send.ts'
import { type Db, inStore } from '../../database/db.ts'
import type { Scene } from '../broadcasts/broadcasts.testing.ts'
import { workChannel } from '../broadcasts/broadcasts.testing.ts'
import { coreOf, testServer } from '../store.testing.ts'

type MessageStep = Extract<Step, { kind: 'message' }>

/** A started automation whose only step is a message. */
interface MessageAutomation {
  id: number
  definition: Definition
  step: MessageStep
  holdout: number
}

interface Made {
  /** Percent of those who enter that get no messages. */
  holdout?: number
  step?: Partial<MessageStep>
  definition?: Partial<Definition>
}

/** Writes a started automation that greets new friends. */
export async function messageAutomation(scene: Scene, made: Made = {}): Promise<MessageAutomation> {
  const { store, account, purposeId } = scene
  const step: MessageStep = {
    id: 1,
    kind: 'message',
    name: 'ยินดีต้อนรับ',
    purpose_id: purposeId,
    messages: [{ type: 'text', text: 'ยินดีต้อนรับ' }],
    quick_replies: [],
    stop_reply: false,
    notification_disabled: false,
    link_tracking: 'off',
    ...made.step,
  }
  const definition: Definition = {
    trigger: { kind: 'friend' },
    repeat: { kind: 'once' },
    channel_id: account.id,
    steps: [step],
    exit: null,
    group: null,
    imports: false,
    holdout: made.holdout ?? 0,
    ...made.definition,
  }
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `with made as (
       insert into automation (store_id, name, status, definition, version, author_ids)
       select $1, 'ต้อนรับ ' || count(*), 'active', $2, 1, '{}' from automation where store_id = $1 returning id)
     insert into automation_version (store_id, automation_id, version, edition, definition, reads, holdout)
     select $1, id, 1, 1, $2, '{}', $3 from made returning automation_id as id`,
    [store.storeId, JSON.stringify(definition), made.holdout ?? 0],
  )
  return { id: rows[0]!.id, definition, step, holdout: made.holdout ?? 0 }
}

interface Run {
  run_id: number
  profile_id: number
  at: string
}

/** Lets customers enter, in this order. */
export async function enterAutomation(
  { store }: Scene,
  { id }: MessageAutomation,
  profileIds: readonly number[],
  heldOut: readonly number[] = [],
): Promise<Run[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<Run>(
    `with nth as (select count(*) as runs from automation_run where store_id = $1)
     insert into automation_run (store_id, automation_id, version, profile_id, entered_at, cause, step, due_at, held_out)
     select $1, $2, 1, p, clock_timestamp(), 'change:' || nth.runs, 1, clock_timestamp() + n * interval '1 millisecond', p = any($4::bigint[])
     from nth, unnest($3::bigint[]) with ordinality as u (p, n)
     returning id as run_id, profile_id, due_at::text as at`,
    [store.storeId, id, profileIds, heldOut],
  )
  return rows.map((row) => ({ ...row, run_id: Number(row.run_id), profile_id: Number(row.profile_id) }))
}

/**
 * Queues the messages of runs, as the engine does for those who passed its guards. `also`: what happens before a sender finds them, in the
 * same transaction.
 */
export async function sendDue(
  { store }: Scene,
  { id, definition, step, holdout }: MessageAutomation,
  due: Run[],
  also: (db: Db) => Promise<unknown> = async () => {},
) {
  const core = await coreOf(store)
  const version = { automation_id: id, version: 1, definition, holdout, started_by: null }
  const sent = await inStore(core.pool, store.storeId, async (db) => {
    const queued = await sendMessages(core, { db, storeId: store.storeId }, version, step, due)
    await also(db)
    return queued
  })
  return sent.sort((one, other) => one.run_id - other.run_id) as Sent[]
}

/** Works the channel until no message of automations waits for LINE. */
export async function settledMessages(scene: Scene): Promise<void> {
  const { admin } = await testServer()
  for (;;) {
    await workChannel(scene)
    const { rows } = await admin.query(
      `select from broadcast where store_id = $1 and automation_id is not null and status = 'pending'
         and (sub_status <> 'paused' or reason = 'rate')`,
      [scene.store.storeId],
    )
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
