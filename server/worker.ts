import { authMails } from './auth/mails.ts'
import type { Core } from './core/core.ts'
import { onConnection, transaction } from './core/db.ts'
import type { JobHandlers } from './core/jobs.ts'
import { heldToAgreement } from './dpa/held-jobs.ts'
import { exportWorks } from './exports/jobs.ts'
import { fieldWorks } from './field-changes/jobs.ts'
import { loadFile } from './files/load.ts'
import { runDataSource } from './import-run/run.ts'
import { importUndoWorks } from './import-undo/jobs.ts'
import type { JobWorks } from './jobs/define.ts'
import { workJob } from './jobs/work.ts'
import { type GivenUp, type MailWorks, sendMail } from './mail/mails.ts'
import { peopleMails } from './people/mails.ts'
import { profileBulkWorks } from './profile-bulk/jobs.ts'
import { profileDuplicateWorks } from './profile-duplicates/jobs.ts'
import { profileErasureWorks } from './profile-erasure/jobs.ts'
import { makeSample } from './sample/make-sample.ts'
import { segmentWorks } from './segments/jobs.ts'

/** The work of every kind of job, feature by feature as in contract/jobs.ts; one that is missing does not compile. */
export const jobWorks: JobWorks = {
  ...profileBulkWorks,
  ...importUndoWorks,
  ...profileDuplicateWorks,
  ...profileErasureWorks,
  ...fieldWorks,
  ...segmentWorks,
  ...exportWorks,
}

const mailWorks: MailWorks = { ...peopleMails, ...authMails }

export interface WorkOptions {
  /** How many rows of a file an import commits at once. */
  batchRows?: number
  works?: JobWorks
  onMailGivenUp?: (what: GivenUp) => void
}

/** What works each queue. */
export function jobHandlers(
  core: Core,
  { batchRows, works = jobWorks, onMailGivenUp = () => {} }: WorkOptions = {},
): JobHandlers {
  return {
    'file-load': heldToAgreement(core, 'file-load', (payload, signal, turn) =>
      loadFile(core, payload.store_id, payload.file_id, signal, turn),
    ),
    'file-remove': async ({ keys }) => {
      for (const key of keys) await core.storage.remove(key)
    },
    'data-source-run': heldToAgreement(core, 'data-source-run', (payload, signal, turn) =>
      runDataSource(core, payload.store_id, payload.run, signal, batchRows, turn),
    ),
    mail: (payload) => {
      const again = (next: typeof payload, afterSeconds: number) =>
        transaction(core.pool, 'begin', (client) =>
          core.jobs.enqueue(onConnection(client), 'mail', next, { afterSeconds }),
        )
      return sendMail(mailWorks, core, payload, again, onMailGivenUp)
    },
    'sample-store': (payload, signal) => makeSample(core, payload.store_id, payload.user_id, signal),
    // Short steps, and nobody else's: it keeps its place.
    'segment-calculate': heldToAgreement(core, 'segment-calculate', (payload, signal) =>
      workJob(works, core, payload.store_id, payload.job, signal),
    ),
    // Its files are the length of the work: they are made in one piece.
    export: heldToAgreement(core, 'export', (payload, signal) =>
      workJob(works, core, payload.store_id, payload.job, signal),
    ),
    'store-job': heldToAgreement(core, 'store-job', (payload, signal, turn) =>
      workJob(works, core, payload.store_id, payload.job, signal, turn),
    ),
  }
}
