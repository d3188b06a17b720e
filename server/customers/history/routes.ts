import { profileHistory } from '@ruam/contract/customers/history.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { UNDO_DAYS } from '@ruam/contract/platform/constants.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import { type Field, fieldsOf } from '../fields/fields.ts'
import { labelNamesById } from '../labels/queries.ts'
import { closedFields, closedTo, fieldClosed } from '../profiles/closed.ts'
import { saveValues } from '../profiles/edit-calls.ts'
import { lockForEdit } from '../profiles/lock.ts'
import { type MaskedValue, Sight } from '../profiles/masking.ts'
import { liveProfile, profileFor, valuesOf } from '../profiles/one.ts'
import { readEdits } from '../profiles/read-edits.ts'
import {
  type Entry,
  fieldChanges,
  findEntry,
  historyPage,
  labelsOfRuns,
  menuNames,
  rowsByRun,
  withMerged,
} from './queries.ts'
import { authorsNamed, sourceNames } from './source-names.ts'
import { valueSources } from './sources.ts'
import { viewEntry } from './view.ts'

/** Maximum rows of a file that are listed, lowest first. */
const MOST_ROWS = 20

const handlers: Handlers<typeof profileHistory> = {
  async list({ db, storeId, params: { id }, query, user, language }) {
    const row = await liveProfile(db, storeId, id)
    const fields = await fieldsOf(db, storeId, language)
    const closed = await closedTo(db, storeId, user.rights)
    const open = fields.filter((one) => !closed.fields.has(one.id))
    const now = valuesOf(row, open)
    const ids = await withMerged(db, storeId, id)
    const { field_id: field, user_id, offset } = query
    if (field !== undefined && closed.fields.has(field)) throw fieldClosed()
    const brought = field !== undefined && (await wasBrought(db, storeId, id, field, now))
    const page = await historyPage(db, storeId, ids, {
      offset,
      limit: rowsOf(query.limit),
      field,
      brought,
      user: user_id,
      closed: closed.segments,
    })
    const { entries, total } = page
    const given = await labelsGiven(db, storeId, entries)
    const shown = {
      fields,
      menus: await menuNames(
        db,
        storeId,
        entries.flatMap(({ changes }) => (changes.menu?.[1] ? [Number(changes.menu[1])] : [])),
      ),
      labels: await labelNamesById(db, storeId, [...entries.flatMap(labelIds), ...[...given.values()].flat()]),
      nameOf: await sourceNames(db, storeId, entries),
      profileId: id,
      now,
      closed,
      sight: Sight.of(user),
      language,
    }
    const first = await firstValues(db, storeId, id, entries, open, now)
    const data = entries.map((entry) => {
      const whole = entry === first?.entry ? { ...entry, changes: first.changes } : entry
      return viewEntry(whole, given.get(entry.id) ?? [], { ...shown, only: field })
    })
    const changed = open.filter((one) => page.fields.includes(one.id))
    return {
      ...pageAnswer(query, data, total),
      sort_by: 'at',
      order: 'desc' as const,
      fields: changed.map(({ id, display_name }) => ({ field_id: id, display_name })),
      people: await authorsNamed(db, page.people),
    }
  },

  async revert({ db, storeId, params: { id, change_id }, body, user, language, fail, stale, audit }) {
    await lockForEdit(db, storeId)
    const row = await liveProfile(db, storeId, id)
    const fields = await fieldsOf(db, storeId, language)
    if (closedFields(user.rights, fields).has(body.field_id)) throw fieldClosed()
    const entry = await findEntry(db, storeId, id, change_id)
    const change = entry?.changes[body.field_id]
    if (!entry || entry.made || !change) throw fail('not_found')
    const options = { rights: user.rights, language, timeZone: await timeZoneOf(db, storeId) }
    const value = change[0] as MaskedValue
    const values = readEdits([{ id: body.field_id, value }], fields, valuesOf(row, fields), options)
    const saved = await saveValues(db, storeId, { id, values }, body.origin_time, user)
    if (saved === 'stale') throw stale(await profileFor(db, storeId, id, { rights: user.rights, language }))
    if (saved === 'changed') await audit('profile', id, { field_id: body.field_id })
    return profileFor(db, storeId, id, { rights: user.rights, language }, fields)
  },

  async sources({ db, storeId, params: { id }, user, language }) {
    const row = await liveProfile(db, storeId, id)
    const fields = await fieldsOf(db, storeId, language)
    const closed = closedFields(user.rights, fields)
    return {
      data: await valueSources(
        db,
        storeId,
        row,
        fields.filter((field) => !closed.has(field.id)),
        Sight.of(user),
      ),
    }
  },

  async dataSources({ db, storeId, params: { id } }) {
    await liveProfile(db, storeId, id)
    return { data: await rowsByRun(db, storeId, await withMerged(db, storeId, id), MOST_ROWS) }
  },
}

export const profileHistoryRoutes = implement(profileHistory, handlers)

const labelIds = ({ changes }: Entry) =>
  Object.entries(changes).flatMap(([key, [, to]]) => {
    if (key === 'menu_label') return to === null ? [] : [Number(to)]
    return key.startsWith('label:') ? [Number(key.slice(6))] : []
  })

/** Labels given by runs, by the change that shows them: the run's first row about the profile. */
async function labelsGiven(db: Db, storeId: number, entries: readonly Entry[]): Promise<Map<string, number[]>> {
  const firsts = entries.filter(({ first }) => first)
  const ids = [...new Set(firsts.map(({ profile_id }) => profile_id))]
  const runs = [...new Set(firsts.flatMap(({ run }) => run ?? []))]
  const labels = await labelsOfRuns(db, storeId, ids, runs)
  return new Map(
    firsts.map((entry) => {
      const own = labels.filter(({ profile_id, run_id }) => profile_id === entry.profile_id && run_id === entry.run)
      return [entry.id, own.map(({ label_id }) => label_id)]
    }),
  )
}

/** True if the row that added a profile had a value for the field, judged by its first change. */
async function wasBrought(db: Db, storeId: number, id: number, field: number, now: ReadonlyMap<number, MaskedValue>) {
  const changed = (await fieldChanges(db, storeId, id, 'first')).get(field)
  const value = changed ? changed.before : now.get(field)
  return value !== null && value !== undefined
}

/**
 * The values that the row which made the profile brought, when it is among these: what each field had before it was first changed,
 * or has still. Undefined when changes of that time are not kept any more.
 */
async function firstValues(
  db: Db,
  storeId: number,
  id: number,
  entries: readonly Entry[],
  fields: readonly Field[],
  now: ReadonlyMap<number, MaskedValue>,
) {
  const entry = entries.find(({ profile_id, made, source }) => profile_id === id && made && source === 'run')
  // Changes of runs are kept while the run can be undone.
  if (!entry || databaseNow() - Date.parse(entry.at) > UNDO_DAYS * 86_400_000) return undefined
  const changed = await fieldChanges(db, storeId, id, 'first')
  const values = fields.flatMap((field): [number, [null, MaskedValue]][] => {
    if (field.type === 'transform_profile') return []
    const known = changed.get(field.id)
    const value = known ? known.before : now.get(field.id)!
    return value === null ? [] : [[field.id, [null, value]]]
  })
  return { entry, changes: Object.fromEntries(values) }
}
