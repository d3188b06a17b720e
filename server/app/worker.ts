import { requireAgreement } from '../access/dpa/jobs-after-agreement.ts'
import { peopleMails } from '../access/people/mails.ts'
import { rehearsalWorks } from '../automations/rehearsal/jobs.ts'
import { automationUndoWorks } from '../automations/undo/jobs.ts'
import { replyWithCoupons } from '../broadcasts/coupons/coupon-replies.ts'
import { sendChannel } from '../broadcasts/sending/send.ts'
import { reconcileCharges } from '../broadcasts/to-all/charges.ts'
import { giveAnswers } from '../channels/answers/calls/give-answers.ts'
import { followerWorks } from '../channels/followers/jobs.ts'
import { lineFriendWorks } from '../channels/imported-ids/jobs.ts'
import { ingestEvents } from '../channels/inbox/ingest-events.ts'
import { replyToMembers } from '../channels/inbox/member-events.ts'
import { replyToChats } from '../channels/inbox/reply-to-chats.ts'
import { fetchNames } from '../channels/inbox/user-names.ts'
import { workMenuMoves } from '../channels/rich-menus/assign/flush.ts'
import { profileBulkWorks } from '../customers/bulk/jobs.ts'
import { profileDuplicateWorks } from '../customers/duplicates/jobs.ts'
import { profileErasureWorks } from '../customers/erasure/jobs.ts'
import { fieldWorks } from '../customers/field-changes/jobs.ts'
import { segmentWorks } from '../customers/segments/jobs.ts'
import { onConnection, transaction } from '../database/db.ts'
import { loadFile } from '../formats/files/load.ts'
import { runDataSource } from '../imports/run/run.ts'
import { noteWaiting } from '../imports/run/wait-for-room.ts'
import { importUndoWorks } from '../imports/undo/jobs.ts'
import { ingestItems } from '../ingest/receipts/ingest-items.ts'
import type { JobHandlers } from '../jobs/define.ts'
import { pauseJob } from '../jobs/queries.ts'
import { whenRoom } from '../jobs/when-room.ts'
import { workJob } from '../jobs/work.ts'
import { type AbandonedMail, type MailWorks, sendMail } from '../mail/mails.ts'
import { credentialMails } from '../open-api/keys/mails.ts'
import { privacyCopyWorks } from '../privacy/copy/jobs.ts'
import { exportWorks } from '../reports/exports/jobs.ts'
import { systemMails } from '../reports/system/mails.ts'
import type { Core } from '../servers/core.ts'
import { stepWatches } from '../watches/files/step.ts'
import type { QueueHandlers } from '../work/queue.ts'
import { authMails } from './auth/mails.ts'
import { passkeyMails } from './auth/passkey-mails.ts'
import { makeSample } from './sample/make-sample.ts'
import type { SampleSize } from './sample/sample-files.ts'

/** The work of every kind of job, feature by feature as in contract/jobs.ts; one that is missing does not compile. */
export const jobHandlers: JobHandlers = {
  ...profileBulkWorks,
  ...importUndoWorks,
  ...profileDuplicateWorks,
  ...profileErasureWorks,
  ...privacyCopyWorks,
  ...fieldWorks,
  ...segmentWorks,
  ...lineFriendWorks,
  ...followerWorks,
  ...exportWorks,
  ...automationUndoWorks,
  ...rehearsalWorks,
}

const mailWorks: MailWorks = { ...peopleMails, ...authMails, ...passkeyMails, ...credentialMails, ...systemMails }

export interface WorkOptions {
  /** Rows per commit of an import. */
  batchRows?: number
  sampleSize?: SampleSize
  works?: JobHandlers
  onMailGivenUp?: (what: AbandonedMail) => void
}

/** Returns the handler of each queue. */
export function queueHandlers(
  core: Core,
  { batchRows, sampleSize, works = jobHandlers, onMailGivenUp = () => {} }: WorkOptions = {},
): QueueHandlers {
  return {
    'file-load': requireAgreement(
      core,
      'file-load',
      whenRoom(core, 'file-load', {
        async handle({ store_id, file_id }, signal, turn) {
          await loadFile(core, store_id, file_id, signal, turn)
          await stepWatches(core, store_id)
        },
        note: async () => true,
      }),
    ),
    'file-remove': async ({ keys }) => {
      for (const key of keys) await core.storage.remove(key)
    },
    'data-source-run': requireAgreement(
      core,
      'data-source-run',
      whenRoom(core, 'data-source-run', {
        async handle({ store_id, run }, signal, turn) {
          await runDataSource(core, store_id, run, signal, batchRows, turn)
          await stepWatches(core, store_id)
        },
        note: (db, { store_id, run }) => noteWaiting(db, store_id, run),
      }),
    ),
    mail: (payload) => {
      const again = (next: typeof payload, afterSeconds: number) =>
        transaction(core.pool, 'begin', (client) =>
          core.jobs.enqueue(onConnection(client), 'mail', next, { afterSeconds }),
        )
      return sendMail(mailWorks, core, payload, again, onMailGivenUp)
    },
    'sample-store': (payload, signal) => makeSample(core, payload.store_id, payload.user_id, signal, sampleSize),
    // Works in short steps and has its own queue, so it needs no time slices.
    'segment-calculate': requireAgreement(core, 'segment-calculate', (payload, signal) =>
      workJob(works, core, payload.store_id, payload.job, signal),
    ),
    // Its files are the length of the work: they are made in one piece.
    export: requireAgreement(
      core,
      'export',
      whenRoom(core, 'export', {
        handle: (payload, signal) => workJob(works, core, payload.store_id, payload.job, signal),
        note: (db, { store_id, job }) => pauseJob(db, store_id, job),
      }),
    ),
    async ingest({ store_id }, signal) {
      await ingestItems(core, store_id, signal)
      await ingestEvents(core, store_id, signal)
    },
    'channel-names': ({ store_id }, signal) => fetchNames(core, store_id, signal),
    async 'chat-replies'({ store_id, coupons = [], answers = [], members = [], ...events }, signal) {
      await replyToChats(core, store_id, events, signal)
      await replyWithCoupons(core, store_id, coupons, signal)
      await giveAnswers(core, store_id, answers, signal)
      await replyToMembers(core, store_id, members, signal)
    },
    async broadcast({ store_id, channel_id }, signal) {
      await sendChannel(core, store_id, channel_id, signal)
      await reconcileCharges(core, store_id, channel_id)
    },
    'menu-moves': ({ store_id }, signal) => workMenuMoves(core, store_id, signal),
    'store-job': requireAgreement(core, 'store-job', (payload, signal, turn) =>
      workJob(works, core, payload.store_id, payload.job, signal, turn),
    ),
  }
}
