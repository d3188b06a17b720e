import type { importRun } from '@ruam/contract/imports/run.ts'
import { liveProfile } from '../../customers/profiles/one.ts'
import type { Handlers } from '../../http/implement.ts'
import { fieldsHiddenFrom } from '../data-sources/hidden-columns.ts'
import { lockDataSourceRow, requestedRun } from '../data-sources/one.ts'
import { saveMapping } from '../data-sources/write-source.ts'
import { saveAnswers } from './match-answers.ts'

/** Calls to answer rows pending review. */
export const answerCalls = {
  async answer({ db, storeId, user, params, body, language, fail, audit }) {
    await lockDataSourceRow(db, storeId, params.id)
    const { source, run } = await requestedRun(db, storeId, params, {})
    if (run.status === 'pending' || run.status === 'processing' || !source.mapping) throw fail('data_source_status')
    const { person } = body
    if (person && 'profile_id' in person) await liveProfile(db, storeId, person.profile_id)
    const answered = await saveAnswers(db, storeId, {
      run,
      userId: user.id,
      answer: body.answer,
      records: body.record_nos ?? null,
      group: body.group ?? null,
      person: person ? ('profile_id' in person ? person.profile_id : -person.record_no) : null,
      hidden: await fieldsHiddenFrom(user.rights, db, storeId, language),
    })
    // As a mapping that was changed: no run starts from a preview that knew nothing of the answer.
    if (answered > 0 && !(await saveMapping(db, storeId, params.id, source.mapping))) throw fail('data_source_status')
    await audit('data_source', params.id, { run_id: run.run_id, answer: body.answer, rows: answered })
    return { answered }
  },
} satisfies Partial<Handlers<typeof importRun>>
