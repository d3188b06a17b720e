import { automations } from '@ruam/contract/automations/automations.ts'
import { activeAutomation } from '../../testing/automations/engine.testing.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import { type Case, isFound, params } from './ended.ts'

const endedCase = (title: string, decide: (store: TestStore, id: number) => Promise<unknown>): Case => ({
  title,
  async make({ store }) {
    const wait = { id: 1, kind: 'wait' as const, length: { n: 300, unit: 'day' as const }, until: null }
    const id = await activeAutomation(store, { steps: [wait] })
    const works = "select from automation where store_id = $1 and id = $2 and status = 'active'"
    return { decide: () => decide(store, id), lives: (there) => isFound(there, store, works, [id]) }
  },
})

export const ofAutomations = {
  automation_ended: [
    endedCase('a paused automation', (store, id) => store.call(automations.pause, params(id))),
    endedCase('a stopped automation', (store, id) => store.call(automations.stop, params(id))),
  ],
} satisfies Record<string, [Case, ...Case[]]>
