import { profiles } from '@ruam/contract/customers/profiles.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { namesVersion, versionOf } from '../../access/stores/names-version.ts'
import { prepared } from '../../database/prepared.ts'
import { pipelinedRead } from '../../http/pipelined-read.ts'
import { closedForMember } from './closed.ts'
import { contactsIn, contactsOfOne } from './contacts.ts'
import { anyProfile } from './edit-calls.ts'
import { furtherNamesIn, furtherNamesOfOne } from './further-names.ts'
import { Sight } from './masking.ts'
import { loadLabels, profileNames } from './profile-names.ts'
import { columns, isRestorable, labelIds } from './queries.ts'
import { profileAnswer } from './view.ts'

/** A profile, live or deleted. */
const profile = prepared('profile', (db, storeId: number, id: number) =>
  db
    .selectFrom('profile')
    .select([...columns, labelIds, isRestorable])
    .where('profile.store_id', '=', storeId)
    .where('profile.id', '=', id)
    .where('merged_into', 'is', null),
)

/** One profile; a deleted one, too, for those who may bring it back. */
export const get = pipelinedRead(profiles.get, {
  reads({ storeId, params: { id } }) {
    if (profileNames.last(storeId)?.computes !== false) return undefined
    const ids = `{${id}}`
    const beside = { contacts: contactsOfOne(storeId, ids), furtherNames: furtherNamesOfOne(storeId, ids) }
    return { version: namesVersion(storeId), rows: profile(storeId, id), ...beside }
  },

  answer({ version, rows: [row], contacts, furtherNames }, { storeId, user, language, fail }) {
    const names = profileNames.at(storeId, versionOf(version))
    // The fallback looks for the survivor of an id without a profile.
    if (!row || !names || names.computes) return undefined
    const isShown = row.deleted_at === null || (row.restorable && may(user.rights, 'cdp-core.profile.delete'))
    if (!isShown) throw fail('not_found')
    const labels = loadLabels(names, row.label_ids, { hidden: true })
    const fields = names.fields[language]
    const closed = closedForMember(user.rights, fields, names.graph).segments
    const shown = { fields, sight: Sight.alone(user.rights), closed, withEmpty: true }
    const beside = { contacts: contactsIn(contacts).get(row.id), names: furtherNamesIn(furtherNames).get(row.id) }
    return profileAnswer(row, { labels, ...beside }, shown)
  },

  fallback: anyProfile,
})
