import { answers } from '@ruam/contract/channels/answers.ts'
import { addFriend, type Channel, type State } from '../../../tools/line/state.ts'
import type { LineEvent } from '../../../tools/line/webhooks.ts'
import { newStore, type TestStore, testServer } from '../store.testing.ts'
import { until } from '../until.testing.ts'
import { connectLine, inboxEmpty, postEvents, testLine } from './line.testing.ts'

export const text = (words: string) => ({ type: 'text' as const, text: words })

interface Outcome {
  outcome: string
  answer_id: number | null
}

/** A store with an account that has no answers yet. */
export class AnswerScene {
  readonly store: TestStore
  readonly state: State
  readonly line: Channel
  /** The account, as paths name it. */
  readonly id: string
  readonly #url: string

  constructor(store: TestStore, state: State, { line, account }: Awaited<ReturnType<typeof connectLine>>) {
    this.store = store
    this.state = state
    this.line = line
    this.id = String(account.id)
    this.#url = account.webhook.url
  }

  create(body: Record<string, unknown>) {
    return this.store.call(answers.create, {
      params: { id: this.id },
      body: { messages: [text('สวัสดี')], ...body } as never,
    })
  }

  keyword(name: string, variants: string[], more: object = {}) {
    return this.create({ kind: 'keyword', name, variants, messages: [text(`ตอบ ${name}`)], ...more })
  }

  friend(): string {
    return addFriend(this.line, { displayName: 'เพื่อน' }).userId
  }

  deliver(...events: LineEvent[]): Promise<number> {
    return postEvents(this.line, this.#url, events)
  }

  /** Posts events, and waits until they are applied. */
  async post(...events: LineEvent[]): Promise<number> {
    const status = await this.deliver(...events)
    await inboxEmpty(this.store.storeId)
    return status
  }

  /** Waits until no answer is under way, and returns all in the order of their events. */
  async outcomes(): Promise<Outcome[]> {
    const { admin } = await testServer()
    return until(async () => {
      const { rows } = await admin.query<Outcome>(
        'select outcome, answer_id from answer_given where store_id = $1 order by log_id',
        [this.store.storeId],
      )
      return rows.some(({ outcome }) => outcome === 'waiting') ? undefined : rows
    })
  }

  replies(): unknown[][] {
    return this.state.replies.filter(({ channelId }) => channelId === this.line.id).map(({ messages }) => messages)
  }

  /** Texts of replies. Several run at a time, so those of one delivery have no order. */
  texts(): string[] {
    return this.replies()
      .flat()
      .map((message) => (message as { text: string }).text)
  }
}

export async function answerScene(): Promise<AnswerScene> {
  const { state } = await testLine()
  const store = await newStore()
  return new AnswerScene(store, state, await connectLine(store))
}
