import { broadcastTemplates } from '@ruam/contract/broadcasts/templates.ts'
import { implement } from '../../http/implement.ts'
import { retainFiles } from '../messages/named-files.ts'
import { withOpenWords } from '../messages/open-words.ts'
import { refuseNewWords } from '../messages/word-fields.ts'
import { findBroadcast } from '../records/queries.ts'
import {
  deleteTemplate,
  findTemplateParts,
  findTemplateSummary,
  insertTemplate,
  listTemplates,
  renameTemplate,
  type TemplateSummaryRow,
} from './queries.ts'

const summaryOf = ({ created_by, author_name, ...row }: TemplateSummaryRow) => ({
  ...row,
  author: created_by === null ? null : { id: created_by, name: author_name },
})

export const broadcastTemplateRoutes = implement(broadcastTemplates, {
  async list({ db, storeId }) {
    const rows = await listTemplates(db, storeId)
    return { results: rows.map(summaryOf), total: rows.length }
  },

  async get({ db, storeId, user, params: { id }, fail }) {
    const [row, parts] = [await findTemplateSummary(db, storeId, id), await findTemplateParts(db, storeId, id)]
    if (!row || !parts) throw fail('not_found')
    const { messages, closed_words } = await withOpenWords(db, storeId, user.rights, parts.messages)
    return { ...summaryOf(row), messages, quick_replies: parts.quick_replies, closed_words }
  },

  async create({ db, storeId, user, body: { name, messages, quick_replies, broadcast_id }, fail, audit }) {
    const of = broadcast_id === null ? undefined : await findBroadcast(db, storeId, broadcast_id)
    if (broadcast_id !== null && !of) throw fail('not_found')
    await refuseNewWords(db, storeId, user.rights, messages, of?.messages)
    await retainFiles(db, storeId, messages)
    const open = await withOpenWords(db, storeId, user.rights, messages)
    const id = await insertTemplate(db, storeId, user.id, { name, messages: open.messages, quick_replies })
    if (id === undefined) throw fail('template_limit')
    await audit('broadcast_template', id)
    const row = (await findTemplateSummary(db, storeId, id))!
    return { ...summaryOf(row), quick_replies, ...open }
  },

  async rename({ db, storeId, params: { id }, body: { name, origin_time }, fail, stale, audit }) {
    const renamed = await renameTemplate(db, storeId, id, origin_time, name)
    const row = await findTemplateSummary(db, storeId, id)
    if (!row) throw fail('not_found')
    if (!renamed) throw stale(summaryOf(row))
    await audit('broadcast_template', id)
    return summaryOf(row)
  },

  async delete({ db, storeId, params: { id }, fail, audit }) {
    // The audit log names it, as long as it is there.
    await audit('broadcast_template', id)
    if (!(await deleteTemplate(db, storeId, id))) throw fail('not_found')
  },
})
