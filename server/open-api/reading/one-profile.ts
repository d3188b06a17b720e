import { openApiReading } from '@ruam/contract/open-api/reading.ts'
import { namesVersion, versionOf } from '../../access/stores/names-version.ts'
import { computedValues } from '../../customers/fields/computed.ts'
import { knownLabels, knownNames, profileNames } from '../../customers/profiles/known-names.ts'
import { columns, labelIds } from '../../customers/profiles/queries.ts'
import { pipelinedRead, runSequential } from '../../platform/core/pipelined-read.ts'
import { prepared } from '../../platform/core/prepared.ts'
import { readableFields, readsLabels, viewFields, viewProfile } from './view.ts'

/** A live profile with its labels. */
const liveProfile = prepared('open_api_profile', (db, storeId: number, id: number) =>
  db
    .selectFrom('profile')
    .select([...columns, labelIds])
    .where('profile.store_id', '=', storeId)
    .where('profile.id', '=', id)
    .where('deleted_at', 'is', null)
    .where('merged_into', 'is', null),
)

/** An id of a profile in an address, plain or as `id:123`; undefined for another key. */
const idIn = (text: string) => /^(?:id:)?([1-9]\d{0,14})$/.exec(text)?.[1]

/** One profile by its id. */
export const oneProfile = pipelinedRead(openApiReading.profile, {
  reads({ storeId, params }) {
    const id = idIn(params.id)
    if (id === undefined || profileNames.last(storeId)?.computes !== false) return undefined
    return { version: namesVersion(storeId), rows: liveProfile(storeId, Number(id)) }
  },

  answer({ version, rows: [row] }, { storeId, user, language, fail }) {
    const names = profileNames.at(storeId, versionOf(version))
    if (!names || names.computes) return undefined
    if (!row) throw fail('not_found')
    const fields = readableFields(user, names.fields[language])
    const labels = readsLabels(user) ? knownLabels(names, row.label_ids, { hidden: true }) : undefined
    return { data: viewProfile(row, { labels }, fields), fields: viewFields(fields) }
  },

  async fallback({ db, storeId, user, params, language, fail }) {
    const names = await knownNames(db, storeId)
    const id = idIn(params.id)
    if (id === undefined) throw fail('not_found')
    const {
      rows: [row],
    } = await runSequential(db, { rows: liveProfile(storeId, Number(id)) })
    if (!row) throw fail('not_found')
    const fields = readableFields(user, names.fields[language])
    const computed = (await computedValues(db, storeId, [row.id], fields)).get(row.id)
    const labels = readsLabels(user) ? knownLabels(names, row.label_ids, { hidden: true }) : undefined
    return { data: viewProfile(row, { labels, computed }, fields), fields: viewFields(fields) }
  },
})
