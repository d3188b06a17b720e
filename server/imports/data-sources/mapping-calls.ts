import type { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { exportMarkOf } from '../../access/stores/queries.ts'
import { lineAccounts } from '../../customers/changes/line-accounts.ts'
import { activityTypesOf } from '../../customers/fields/activity-types.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { refuseSegments } from '../../customers/labels/queries.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../platform/core/db.ts'
import type { Handlers } from '../../platform/core/implement.ts'
import { isExportedActivities } from './exported-activity.ts'
import { columnsOf, fileOf, hiddenFrom, mappable } from './hidden-columns.ts'
import { keyProblem } from './key-uniqueness.ts'
import { refuseMakingLabels, unknownLabelsFor } from './made-labels.ts'
import { suggestedMatch, viewMapping } from './mapping.ts'
import { mappingProblem } from './mapping-problem.ts'
import { dataSourceOf } from './one.ts'
import { findRemembered, makeMatchKeys, saveMapping } from './queries.ts'
import { refuseSensitiveMapping } from './sensitive-mapping.ts'
import { suggestMapping } from './suggest.ts'
import { isImported, targetsOf } from './targets.ts'

/** Returns the LINE accounts if they are of several providers: the ids of a file are of one of them. */
async function accountsToAsk(db: Db, storeId: number) {
  const accounts = await lineAccounts(db, storeId)
  if (new Set(accounts.map(({ scope }) => scope)).size < 2) return []
  return accounts.map(({ scope: _, ...account }) => account)
}

/** The calls about how the columns of a file feed the fields. */
export const mappingCalls = {
  async getMapping({ db, storeId, user, params, language, fail }) {
    const source = await dataSourceOf(db, storeId, params.id)
    if (source.row_count === null || source.columns === null || source.facts === null) throw fail('data_source_status')
    const { mapping, columns, facts, row_count, updated_at } = source
    const all = await fieldsOf(db, storeId, language)
    const fields = all.filter(isImported)
    const computed = all.filter((field) => !isImported(field)).map((field) => field.display_name)
    const hidden = await hiddenFrom(user.rights, db, storeId, fileOf(source), fields)
    const remembered = await findRemembered(db, storeId, params.id, source.header_signature)
    const mark = await exportMarkOf(db, storeId)
    const isOurs = isExportedActivities(columnsOf({ columns, facts }), mark)
    const targets = remembered && (await targetsOf(db, storeId, remembered.mapping, columns.length, language))
    return viewMapping(
      { mapping, columns, facts, row_count, header_row: source.settings?.header_row ?? 1, updated_at },
      { fields, remembered: targets && { ...remembered, targets } },
      {
        unmasked: maySeeSensitive(user.rights),
        unknownLabels: unknownLabelsFor(user.rights),
        hidden,
        thisYear: new Date().getUTCFullYear(),
        language,
        mark,
        computed,
        accounts: await accountsToAsk(db, storeId),
        activityTypes: isOurs ? await activityTypesOf(db, storeId, language) : [],
      },
    )
  },

  async putMapping({ db, storeId, user, params, body: sent, language, fail, audit }) {
    const source = await dataSourceOf(db, storeId, params.id)
    if (source.row_count === null || source.columns === null) throw fail('data_source_status')
    const file = fileOf(source)
    const targets = await targetsOf(db, storeId, sent, file.columns.length, language)
    await refuseSegments(db, storeId, sent.labels)
    const columns = columnsOf(file)
    const suggestions = suggestMapping(columns, targets.fields.map(mappable), source.row_count)
    const body = { ...sent, match: sent.match ?? suggestedMatch(sent.mapping, targets.fields, columns, suggestions) }
    const problem = mappingProblem(body, targets)
    if (problem) throw fail('mapping_invalid', { reason: problem[language] })
    await refuseSensitiveMapping(user.rights, db, storeId, file, body, targets.fields)
    refuseMakingLabels(user.rights, body)
    // After that: the answer says how often the values of a column repeat.
    const weak = keyProblem(body, targets.fields, columns)
    if (weak) throw fail('mapping_invalid', { reason: weak[language] })
    if (!(await saveMapping(db, storeId, params.id, body))) throw fail('data_source_status')
    const own = targets.fields.filter((field) => field.type === 'custom_profile' && body.match.keys.includes(field.id))
    await makeMatchKeys(
      db,
      storeId,
      own.map((field) => field.id),
    )
    await audit('data_source', params.id)
  },
} satisfies Partial<Handlers<typeof dataSources>>
