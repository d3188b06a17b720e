import { openApiReading } from '@ruam/contract/open-api/reading.ts'
import { hasErased } from '../../customers/erasure/queries.ts'
import { mayRead, mayWrite } from '../../customers/fields/access.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { localizeField, localizeType } from '../../customers/fields/given-names.ts'
import { loadActivityNames } from '../../customers/profile-activities/activity-names.ts'
import { viewActivities } from '../../customers/profile-activities/view.ts'
import { isFreeProfile } from '../../customers/profiles/queries.ts'
import { settledUntil } from '../../database/settled-until.ts'
import { implement } from '../../http/implement.ts'
import { noteRequest } from '../../http/request-log.ts'
import { closedTo } from './closed.ts'
import { cutPage, readCursor, writeCursor } from './cursor.ts'
import { feedChangesOf } from './feed.ts'
import { findProfiles, nobodyHas } from './find.ts'
import { missingFor } from './missing.ts'
import { oneProfile } from './one-profile.ts'
import { activitiesAfter, broadcastIds, broadcastsAfter, isSegment, labelsOfType, membersAfter } from './queries.ts'
import { showingProfiles } from './reading-answer.ts'

const BEGINNING = { at: '0001-01-01T00:00:00Z', id: 0 }

export const openApiReadingRoutes = implement(openApiReading, {
  async profiles({ db, storeId, user, query, language, request, fail }) {
    if (query.cursor !== undefined && query.updated_since !== undefined)
      throw fail('invalid_input', { fields: ['query.updated_since'] })
    const since = query.updated_since === undefined ? BEGINNING : { at: query.updated_since, id: 0 }
    const after = query.cursor === undefined ? since : readCursor(query.cursor)
    const until = await settledUntil(db)
    const changes = await feedChangesOf(db, storeId, { after, until, limit: query.limit + 1 })
    const page = changes.slice(0, query.limit)
    noteRequest(request, { items: page.length })
    const { fields, show } = await showingProfiles(db, storeId, user, language)
    const shown = new Map((await show(page.flatMap(({ row }) => row ?? []))).map((profile) => [profile.id, profile]))
    const gone = ({ id, merged_into }: (typeof page)[number]) =>
      merged_into === null ? { id, deleted: true as const } : { id, merged_into }
    const last = page.at(-1)
    return {
      data: page.map((change) => shown.get(change.id) ?? gone(change)),
      fields,
      next_cursor: writeCursor(last ? { at: last.at, id: last.id } : after),
      has_more: changes.length > page.length,
    }
  },

  async find({ db, storeId, user, body, language, request }) {
    const rows = await findProfiles(db, storeId, user, body)
    if (rows.length === 0) {
      const error = await nobodyHas(db, storeId, body)
      if (error.errorName === 'profile_merged') throw error
    }
    // A key without a holder may be that of an erased person.
    const forgotten = rows.length === 0 && (await hasErased(db, storeId))
    noteRequest(request, { items: rows.length, forgotten })
    const { fields, show } = await showingProfiles(db, storeId, user, language)
    return { data: await show(rows), fields }
  },

  profile: oneProfile,

  async activities({ db, storeId, user, params, query, language }) {
    if (!(await isFreeProfile(db, storeId, params.id))) throw await missingFor(user, db, storeId, params.id)
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
    const rows = await activitiesAfter(db, storeId, params.id, after, query.limit + 1)
    const page = cutPage(rows, query.limit, ({ activity_at: at, id }) => ({ at, id }))
    const shown = await viewActivities(db, storeId, page.data, language)
    const data = shown.map(({ id, type, activity_at, fields, created_at }) => {
      const values = fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const]))
      return { id, type, activity_at, values: Object.fromEntries(values), created_at }
    })
    return { ...page, data }
  },

  labels: async ({ db, storeId }) => ({ data: await labelsOfType(db, storeId, 'general') }),

  async segments({ db, storeId, user }) {
    const { segments } = await closedTo(db, storeId, user)
    return { data: (await labelsOfType(db, storeId, 'advanced')).filter(({ id }) => !segments.has(id)) }
  },

  async members({ db, storeId, user, params, query, fail }) {
    const { segments } = await closedTo(db, storeId, user)
    if (segments.has(params.id) || !(await isSegment(db, storeId, params.id))) throw fail('not_found')
    const after = query.cursor === undefined ? 0 : readCursor(query.cursor).id
    const rows = await membersAfter(db, storeId, params.id, after, query.limit + 1)
    return cutPage(rows, query.limit, ({ id }) => ({ ...BEGINNING, id }))
  },

  async fields({ db, storeId, user, language }) {
    const all = await fieldsOf(db, storeId, language)
    const profile = all.flatMap((field) => {
      const { name, display_name, data_type, sensitive } = field
      const open = { read: mayRead(user, field), write: mayWrite(user, field) }
      return open.read || open.write ? [{ name, display_name, data_type, sensitive, ...open }] : []
    })
    const { types, fields: own } = await loadActivityNames(db, storeId)
    return {
      profile,
      activity_types: [...types.values()].map((type) => {
        const { id, name, field_ids } = { ...type, ...localizeType(type, language) }
        const shown = field_ids.flatMap((fieldId) => {
          const field = own.get(fieldId)
          return field
            ? [
                {
                  name: field.name,
                  display_name: localizeField(field, language).display_name,
                  data_type: field.data_type,
                },
              ]
            : []
        })
        return { id, name, fields: shown }
      }),
    }
  },

  async broadcasts({ db, storeId, user, query }) {
    const { broadcasts } = await closedTo(db, storeId, user, await broadcastIds(db, storeId))
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
    const rows = await broadcastsAfter(db, storeId, { after, limit: query.limit + 1, closed: broadcasts })
    return cutPage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }))
  },
})
