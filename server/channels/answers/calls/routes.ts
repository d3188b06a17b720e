import { faultsIn } from '@ruam/contract/broadcasts/message-faults.ts'
import { type AnswerKind, answerLimits, answers } from '@ruam/contract/channels/answers.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { retainFiles } from '../../../broadcasts/messages/named-files.ts'
import { refuseNewWords } from '../../../broadcasts/messages/word-fields.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Db } from '../../../database/db.ts'
import { implement } from '../../../http/implement.ts'
import { isMyDataOn } from '../../accounts/my-data-address.ts'
import { lineAccountById } from '../../accounts/queries.ts'
import { answerFigures } from '../outcomes.ts'
import {
  type AnswerRow,
  type AnswerValues,
  deleteAnswer,
  findAnswer,
  hoursOf,
  insertAnswer,
  listAnswers,
  orderAnswers,
  saveHours,
  updateAnswer,
} from '../queries.ts'
import { fieldWordsOnly, wordFieldsOf } from './answer-words.ts'
import { testAnswer } from './test-answer.ts'

export const answerRoutes = implement(answers, {
  async list({ db, storeId, params: { id } }) {
    await requireAccount(db, storeId, id)
    const { given, asked, answered, stops } = await answerFigures(db, storeId, id)
    const results = []
    for (const row of await listAnswers(db, storeId, id)) results.push(await shown(db, storeId, row, given))
    const { hours, hours_updated_at } = await hoursOf(db, storeId, id)
    const my_data = await isMyDataOn(db, storeId)
    return { results, hours, hours_updated_at, asked, answered, unanswered: asked - answered, stops, my_data }
  },

  async create({ db, storeId, user, params: { id: channelId }, body: { kind, ...values }, fail, audit }) {
    await requireAccount(db, storeId, channelId)
    await requireUsable(db, storeId, user.rights, kind, values)
    if (kind !== 'keyword' && (await listAnswers(db, storeId, channelId)).some((one) => one.kind === kind))
      throw fail('answer_kind_taken')
    const id = await insertAnswer(db, storeId, user.id, { channelId, kind, ...values })
    if (id === undefined) throw fail('answer_limit')
    await audit('answer', id, { channel: channelId })
    return shown(db, storeId, (await findAnswer(db, storeId, id))!)
  },

  async update({ db, storeId, user, params, body: { origin_time, ...values }, fail, stale, audit }) {
    const before = await answerOf(db, storeId, params)
    await requireUsable(db, storeId, user.rights, before.kind, values, before)
    const updated = await updateAnswer(db, storeId, before.id, origin_time, values)
    const row = await findAnswer(db, storeId, before.id)
    if (!row) throw fail('not_found')
    const { given } = await answerFigures(db, storeId, params.id)
    if (!updated) throw stale(await shown(db, storeId, row, given))
    await audit('answer', row.id, { channel: params.id })
    return shown(db, storeId, row, given)
  },

  async delete({ db, storeId, params, fail, audit }) {
    const { id } = await answerOf(db, storeId, params)
    // The audit log names it, as long as it is there.
    await audit('answer', id, { channel: params.id })
    if (!(await deleteAnswer(db, storeId, id))) throw fail('not_found')
  },

  async order({ db, storeId, params: { id }, body: { ids }, fail, audit }) {
    await requireAccount(db, storeId, id)
    if (!(await orderAnswers(db, storeId, id, ids))) throw fail('answer_order')
    await audit('channel', id)
  },

  async hours({ db, storeId, params: { id }, body: { hours, origin_time }, stale, audit }) {
    await requireAccount(db, storeId, id)
    const saved = await saveHours(db, storeId, id, origin_time, hours)
    const now = await hoursOf(db, storeId, id)
    if (!saved) throw stale(now)
    await audit('channel', id)
    return { ...now, hours_updated_at: now.hours_updated_at! }
  },

  async test({ db, storeId, user, params: { id }, body }) {
    await requireAccount(db, storeId, id)
    return testAnswer(db, storeId, { channelId: id, rights: user.rights, ...body })
  },
})

async function requireAccount(db: Db, storeId: number, id: number): Promise<void> {
  if (!(await lineAccountById(db, storeId, id))) throw new ApiError('not_found')
}

/** Returns an answer of an account. Throws not_found. */
async function answerOf(db: Db, storeId: number, { id, answer_id }: { id: number; answer_id: number }) {
  await requireAccount(db, storeId, id)
  const row = await findAnswer(db, storeId, answer_id)
  if (row?.channel_id !== id) throw new ApiError('not_found')
  return row
}

/** Throws answer_invalid, with each field, for an answer that LINE would refuse, and as `refuseNewWords` does. */
async function requireUsable(
  db: Db,
  storeId: number,
  rights: Rights,
  kind: AnswerKind,
  { variants, messages, quick_replies, hands_over, opens_my_data }: AnswerValues,
  stored?: AnswerRow,
): Promise<void> {
  const isKeyword = kind === 'keyword'
  const fields = [
    ...faultsIn({ messages, quick_replies: [] }).map(({ path }) => `body.${path}`),
    ...(isKeyword === variants.length > 0 ? [] : ['body.variants']),
    ...(hands_over && !isKeyword ? ['body.hands_over'] : []),
    ...(new Set(quick_replies).size < quick_replies.length ? ['body.quick_replies'] : []),
    ...(opens_my_data && quick_replies.length === answerLimits.quickReplies ? ['body.quick_replies'] : []),
    ...(opens_my_data && !stored?.opens_my_data && !(await isMyDataOn(db, storeId)) ? ['body.opens_my_data'] : []),
  ]
  if (fields.length > 0) throw new ApiError('answer_invalid', { fields })
  await refuseNewWords(db, storeId, rights, fieldWordsOnly(messages), stored?.messages)
  await retainFiles(db, storeId, messages)
}

async function shown(
  db: Db,
  storeId: number,
  { channel_id: _, ...row }: AnswerRow,
  given: ReadonlyMap<number, number> = new Map(),
) {
  const { lost } = await wordFieldsOf(db, storeId, row.messages)
  return { ...row, fault: lost ? ('word' as const) : null, given: given.get(row.id) ?? 0 }
}
