import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { Draw } from '../../broadcasts/audience/draw.ts'
import type { Db } from '../../database/db.ts'

// The engine runs in two worlds: in the product, and in a rehearsal, whose temporary tables shadow those of the product. So its SQL names
// tables without a schema, and takes each moment from its arguments instead of now().

export interface World {
  db: Db
  storeId: number
  timeZone: string
  /** Returns the draw of the customers who get no messages, or null if all do. */
  draw(version: Version): Draw | null
  effects: Effects
}

/** A customer and the instant at which the customer is evaluated. The moments of one statement are of one day of the store. */
export interface Moment {
  profile_id: number
  at: string
}

/** A version of an automation as the engine runs it. */
export interface Version {
  automation_id: number
  version: number
  /** Order within a group. */
  place: number
  definition: Definition
  /** Percent of the customers that get no messages. */
  holdout: number
  started_by: number | null
}

/** A customer whose trigger happened: `at` is the time of the event, and `cause` its key, which starts one run at most. */
export interface Candidate extends Moment {
  cause: string
  detail: Record<string, unknown>
}

/** A run whose step is due. `due_at`: planned time, from which later steps are counted; `at`: moment at which the step is taken. */
export interface Due extends Moment {
  run_id: number
  automation_id: number
  version: number
  step: number
  due_at: string
  entered_at: string
  held_out: boolean
}

/** A customer whose label or value changed, and what there was before: true or false for a label. */
export interface Changed {
  profile_id: number
  before: unknown
}

/** A note, or an entry of the stream. */
interface Made {
  profile_id: number
  id: number
}

/** What became of a message that passed the guards. */
interface Sent {
  profile_id: number
  /** Null: it is queued. */
  reason: 'held_out' | 'sent_before' | 'not_linked' | 'quota' | null
  /** Null if the quota does not cover it. */
  recipient: { broadcast_id: number; position: number } | null
}

/** Effects beyond the tables of automations. Each set holds a customer once. */
export interface Effects {
  /** Gives or takes a label. Returns the customers who did not have, or had it. */
  label(world: World, version: Version, step: StepOf<'label'>, due: readonly Due[]): Promise<Changed[]>
  /** Sets a field. Returns the customers whose value differed. */
  value(world: World, version: Version, step: StepOf<'value'>, due: readonly Due[]): Promise<Changed[]>
  note(world: World, version: Version, step: StepOf<'note'>, due: readonly Due[]): Promise<Made[]>
  event(world: World, version: Version, step: StepOf<'event'>, due: readonly Due[]): Promise<Made[]>
  /** Sends to customers whom the guards let pass. The held-out ones become recipients who are skipped, and take no quota. */
  send(world: World, version: Version, step: StepOf<'message'>, due: readonly Due[]): Promise<Sent[]>
  /** Locks what a step writes, before its runs. Returns false while a file run holds the values that the step sets: it waits. */
  lock(world: World, step: Definition['steps'][number], due: readonly Due[]): Promise<boolean>
}

type AnyStep = Definition['steps'][number]
export type StepOf<K extends AnyStep['kind']> = Extract<AnyStep, { kind: K }>
