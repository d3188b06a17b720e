import type { Config } from '../core/config.ts'
import type { Db } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import type { mailKinds, Payload } from '../work/queue.ts'
import type { Letter } from './letter.ts'
import { deliver, type MailFailure } from './transport.ts'

type MailKind = (typeof mailKinds)[number]
type MailPayload = Payload<'mail'>
/** Subject of a mail: ids only, 0 if none. */
export type MailIds = Pick<MailPayload, 'store_id' | 'user_id' | 'id'>

/** A mail that can be sent now, and what follows from how that went. */
interface ReadyMail {
  letter: Letter
  /** `failure` of one that is given up. */
  ended?(failure: MailFailure | undefined): Promise<void>
}

/** Implementation of a kind of mail. */
export interface MailWork {
  /** Returns the mail with a new token; undefined if it is no longer needed. */
  write(core: MailingCore, ids: MailIds): Promise<ReadyMail | undefined>
  /** Seconds before each further try; usualPauses when left out. */
  pauses?: readonly number[]
}

export type MailWorks = Readonly<Record<MailKind, MailWork>>

/** Core of a server with outgoing mail. */
export type MailingCore = Core & { config: { mail: NonNullable<Config['mail']>; publicUrl: string } }

/** Half a minute, then ever longer: 16 hours in all. */
const usualPauses = [30, 120, 600, 1800, 3600, 7200, 14_400, 28_800]

/** A mail that was given up, for the operator's log. */
export interface AbandonedMail extends MailIds {
  kind: MailKind
  failure: MailFailure
}

const canMail = (core: Core): core is MailingCore => core.config.mail !== undefined

/** Puts a mail into the queue with the transaction that makes it needed; does nothing where no mail is sent. */
export async function queueMail(
  core: Pick<Core, 'config' | 'jobs'>,
  db: Db,
  kind: MailKind,
  { store_id = 0, user_id = 0, id = 0 }: Partial<MailIds>,
): Promise<void> {
  if (core.config.mail) await core.jobs.enqueue(db, 'mail', { kind, store_id, user_id, id, tries: 0 })
}

/** Counts a mail of a store. Without effect on the mail: a second try would send it twice. */
const countMail = (core: Core, storeId: number, accepted: boolean) =>
  core.pool
    .query('select auth.count_mail($1, $2)', [storeId, accepted])
    .catch((error: unknown) => core.report?.(error, 'counting a mail'))

/**
 * Sends one mail. What the mail server does not take now is queued again, and given up in the end. A process that dies between the
 * sending and the end of the job sends it twice; the link of the later one is the good one then.
 */
export async function sendMail(
  works: MailWorks,
  core: Core,
  payload: MailPayload,
  again: (payload: MailPayload, afterSeconds: number) => Promise<void>,
  onGivenUp: (what: AbandonedMail) => void,
  waits?: Parameters<typeof deliver>[2],
): Promise<void> {
  const { kind, tries, ...ids } = payload
  const { write, pauses = usualPauses } = works[kind]
  let ready: ReadyMail | undefined
  // Set for the process that queued it: the settings of this one are behind.
  let failure: MailFailure | undefined = 'rejected'
  if (canMail(core)) {
    ready = await write(core, ids)
    if (!ready) return
    failure = await deliver(core.config.mail, ready.letter, waits)
  }
  const pause = pauses[tries]
  if (failure && failure !== 'refused' && pause !== undefined) return again({ ...payload, tries: tries + 1 }, pause)
  await countMail(core, ids.store_id, failure === undefined)
  await ready?.ended?.(failure)
  if (failure) onGivenUp({ kind, ...ids, failure })
}
