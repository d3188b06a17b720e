import type { Language } from '@ruam/contract/errors/catalog.ts'
import { openApiReading } from '@ruam/contract/open-api/reading.ts'
import { namesVersion, versionOf } from '../../access/stores/names-version.ts'
import { readableFields } from '../../customers/fields/access.ts'
import { closedToProgram } from '../../customers/membership/closed-segments.ts'
import { loadLabels, loadProfileNames, profileNames } from '../../customers/profiles/profile-names.ts'
import { columns, labelIds } from '../../customers/profiles/queries.ts'
import { prepared } from '../../database/prepared.ts'
import { pipelinedRead } from '../../http/pipelined-read.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import { findProfiles, keyIn, nobodyHas } from './find.ts'
import { showingProfiles } from './reading-answer.ts'
import { noteReads, readsLabels, viewFields, viewProfile } from './view.ts'

/** A profile with its labels, live or deleted: a condition on that would offer other indexes to the planner. */
const profile = prepared('open_api_profile', (db, storeId: number, id: number) =>
  db
    .selectFrom('profile')
    .select([...columns, labelIds])
    .where('profile.store_id', '=', storeId)
    .where('profile.id', '=', id)
    .where('merged_into', 'is', null),
)

function openLabels(
  names: NonNullable<ReturnType<typeof profileNames.last>>,
  user: ProgramCaller,
  ids: readonly number[],
  language: Language,
) {
  const { segments } = closedToProgram(names.graph, user, names.fields[language])
  const open = ids.filter((id) => !segments.has(id))
  return loadLabels(names, open, { hidden: true })
}

/** One profile by its id, in one round trip, or by another key. */
export const oneProfile = pipelinedRead(openApiReading.profile, {
  reads({ storeId, params }) {
    const id = /^(?:id:)?([1-9]\d{0,14})$/.exec(params.id)?.[1]
    if (id === undefined || profileNames.last(storeId)?.computes !== false) return undefined
    return { version: namesVersion(storeId), rows: profile(storeId, Number(id)) }
  },

  answer({ version, rows: [row] }, { storeId, user, language, fail }) {
    const names = profileNames.at(storeId, versionOf(version))
    // The fallback looks for the survivor of an id without a profile.
    if (!row || !names || names.computes) return undefined
    if (row.deleted_at !== null || row.restricted_at !== null) throw fail('not_found')
    const fields = readableFields(user, names.fields[language])
    noteReads(user, fields)
    const labels = readsLabels(user) ? openLabels(names, user, row.label_ids, language) : undefined
    return { data: viewProfile(row, { labels }, fields, user.trace), fields: viewFields(fields) }
  },

  async fallback({ db, storeId, user, params, language, fail }) {
    // Kept for the reads that follow.
    await loadProfileNames(db, storeId)
    const key = keyIn(params.id)
    if (!key) throw fail('not_found')
    const rows = await findProfiles(db, storeId, user, key)
    if (rows.length === 0) throw await nobodyHas(db, storeId, key)
    if (rows.length > 1) throw fail('key_ambiguous')
    const { fields, show } = await showingProfiles(db, storeId, user, language)
    return { data: (await show(rows))[0]!, fields }
  },
})
