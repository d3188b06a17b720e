import { type TestStore, testServer } from '../store.testing.ts'
import { officialAccount } from './channels.ts'
import { fresh } from './fresh.ts'

/** A keyword answer of a new account. */
export async function keywordAnswer(store: TestStore): Promise<{ id: number; channel_id: number; updated_at: string }> {
  const { admin } = await testServer()
  const channelId = await officialAccount(store)
  const { rows } = await admin.query<{ id: number; channel_id: number; updated_at: string }>(
    `insert into answer (store_id, channel_id, kind, name, place, variants, messages)
     values ($1, $2, 'keyword', $3, 1, '{ราคา}', '[{"type": "text", "text": "สวัสดี"}]') returning id, channel_id, updated_at`,
    [store.storeId, channelId, fresh('คำตอบ')],
  )
  return rows[0]!
}

/** The answer as a path names it. */
export async function answerPath(store: TestStore) {
  const { id, channel_id } = await keywordAnswer(store)
  return { id: String(channel_id), answer_id: String(id) }
}

/** Parts of a new keyword answer. */
export const newAnswer = () => ({
  name: fresh('คำตอบ'),
  variants: ['เมนู'],
  messages: [{ type: 'text' as const, text: 'เมนูวันนี้' }],
})
