import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { MappingBody, MappingSent } from '@ruam/contract/imports/mapping.ts'
import type { z } from 'zod'
import { exportPrefixOf } from '../../access/stores/queries.ts'
import { ApiError } from '../../core/api-error.ts'
import { databaseNow } from '../../core/now.ts'
import { lineAccounts } from '../../customers/changes/line-accounts.ts'
import { listPurposes } from '../../customers/consents/calls/queries.ts'
import { activityTypesOf } from '../../customers/fields/activity-types.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { refuseSegments } from '../../customers/labels/queries.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { consentProblem, mayRecordConsents, refuseRecordingConsents } from '../consents/consent-mapping.ts'
import { layoutOf } from '../layouts/recognise.ts'
import { isExportedActivities } from './exported-activity.ts'
import { columnsOf, hiddenFrom, mappable, type ReadFile } from './hidden-columns.ts'
import { keyProblem } from './key-uniqueness.ts'
import { refuseCreatingLabels, unknownLabelsFor } from './made-labels.ts'
import { suggestedMatch, viewMapping } from './mapping.ts'
import { mappingProblem, refuseWithoutKeys } from './mapping-problem.ts'
import { type SalesFile, suggestPurchases } from './purchase-suggestion.ts'
import type { findRemembered } from './queries.ts'
import { refuseSensitiveMapping } from './sensitive-mapping.ts'
import { storedCodes } from './stored-codes.ts'
import { suggestMapping } from './suggest.ts'
import { isImported, targetsOf } from './targets.ts'
import { makeMatchKeys } from './write-source.ts'

interface Mapper {
  db: Db
  storeId: number
  user: Caller
  language: Language
}

/** Columns to map: those of a file, or the fields of a connector's items. */
export interface MappingSource {
  read: ReadFile
  rows: number
  /** 0: the columns have no header. */
  headerRow: number
  mapping: MappingBody | null
  updated_at: string
  remembered?: Awaited<ReturnType<typeof findRemembered>>
  /** File whose rows tell how orders are written; null for items of connectors, of which each is one. */
  sales?: SalesFile | null
}

/** Returns the LINE accounts if they are of several providers: the ids of a file are of one of them. */
async function accountsToAsk(db: Db, storeId: number) {
  const accounts = await lineAccounts(db, storeId)
  if (new Set(accounts.map(({ scope }) => scope)).size < 2) return []
  return accounts.map(({ scope: _, ...account }) => account)
}

/** Purposes of consent by name. */
const purposesOf = async (db: Db, storeId: number) =>
  (await listPurposes(db, storeId, { offset: 0, limit: 0 })).map(({ id, name }) => ({ id, name }))

/** Returns the mapping step of a source for a person. */
export async function showMapping({ db, storeId, user, language }: Mapper, source: MappingSource) {
  const { read, rows, headerRow, mapping, updated_at, remembered } = source
  const { columns, facts } = read
  const all = await fieldsOf(db, storeId, language)
  const fields = all.filter(isImported)
  const computed = all.filter((field) => !isImported(field)).map((field) => field.display_name)
  const hidden = await hiddenFrom(user, db, storeId, read, fields)
  const mark = await exportPrefixOf(db, storeId)
  const isOurs = isExportedActivities(columnsOf({ columns, facts }), mark)
  const codes = await storedCodes(db, storeId, visibleTo(user, fields), columnsOf({ columns, facts }))
  const targets = remembered && (await targetsOf(db, storeId, remembered.mapping, columns.length, language))
  return viewMapping(
    { mapping, columns, facts, row_count: rows, header_row: headerRow, updated_at },
    { fields, remembered: targets && { ...remembered, targets } },
    {
      unmasked: maySeeSensitive(user.rights),
      unknownLabels: unknownLabelsFor(user.rights),
      hidden,
      today: new Date(databaseNow()).toISOString().slice(0, 10),
      language,
      mark,
      computed,
      accounts: await accountsToAsk(db, storeId),
      purposes: await purposesOf(db, storeId),
      recordsConsents: mayRecordConsents(user.rights),
      codes,
      purchases: source.sales !== undefined && !isOurs ? await purchases(source.sales) : null,
      activityTypes: isOurs ? await activityTypesOf(db, storeId, language) : [],
    },
  )

  function purchases(sales: SalesFile | null) {
    const shown = columnsOf({ columns, facts })
    const suggestions = suggestMapping(shown, all.map(mappable), rows, {
      ...{ mark, computed, stored: codes.columns, layout: layoutOf(shown) },
    })
    const series = remembered?.mapping.lines?.series ?? sales?.series
    return suggestPurchases(
      db,
      storeId,
      sales && { ...sales, series: series ?? sales.series },
      { columns: shown, suggestions, rows, hidden },
      language,
    )
  }
}

/** Checks a mapping that a person sends. Throws what is wrong with it, and what they may not do. */
export async function checkMapping(
  { db, storeId, user, language }: Mapper,
  { read, rows }: Pick<MappingSource, 'read' | 'rows'>,
  sent: z.output<typeof MappingSent>,
): Promise<MappingBody> {
  const targets = await targetsOf(db, storeId, sent, read.columns.length, language)
  await refuseSegments(db, storeId, sent.labels)
  const columns = columnsOf(read)
  const body = { ...sent, match: sent.match ?? (await matchOf()) }
  const asked = { width: read.columns.length, purposes: await purposesOf(db, storeId) }
  const problem = mappingProblem(body, targets) ?? consentProblem(body, asked)
  if (problem) throw new ApiError('mapping_invalid', { reason: problem[language] })
  refuseWithoutKeys(body)
  await refuseSensitiveMapping(user.rights, db, storeId, read, body, targets.fields)
  refuseCreatingLabels(user.rights, body)
  refuseRecordingConsents(user.rights, body)
  // After that: the answer says how often the values of a column repeat.
  // The lines of an order repeat its customer, however many they are.
  const weak = body.lines ? null : keyProblem(body, targets.fields, columns)
  if (weak) throw new ApiError('mapping_invalid', { reason: weak[language] })
  // A server of the version before knows such a mapping by its mode.
  return body.every_row_is_new ? { ...body, match: { ...body.match, mode: 'new' } } : body

  async function matchOf() {
    const codes = await storedCodes(db, storeId, visibleTo(user, targets.fields), columns)
    const suggestions = suggestMapping(columns, targets.fields.map(mappable), rows, {
      stored: codes.columns,
      layout: layoutOf(columns),
    })
    return suggestedMatch(sent.mapping, targets.fields, columns, suggestions, codes, sent.activity_id !== null)
  }
}

/** Fields whose stored values a person may see. */
const visibleTo = ({ rights }: Caller, fields: readonly Field[]) =>
  fields.filter(({ sensitive }) => !sensitive || maySeeSensitive(rights))

/** Makes the store's own fields among the match keys of a saved mapping match keys. */
export async function markOwnMatchKeys(db: Db, storeId: number, { match }: MappingBody, language: Language) {
  const fields = await fieldsOf(db, storeId, language)
  const own = fields.filter((field) => field.type === 'custom_profile' && match.keys.includes(field.id))
  await makeMatchKeys(
    db,
    storeId,
    own.map((field) => field.id),
  )
}
