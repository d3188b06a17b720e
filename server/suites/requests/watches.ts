import { watches } from '@ruam/contract/watches/watches.ts'
import type { TestStore } from '../../testing/store.testing.ts'
import { officialAccount } from '../../testing/things/channels.ts'
import { mappedSource } from '../../testing/things/data-sources.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { chatWatch, linkedMember, waitingFile, watch } from '../../testing/things/watches.ts'
import { storeFolder } from '../../testing/watches.testing.ts'
import type { Requests } from './request.ts'

const byId = async (id: Promise<number>) => ({ params: { id: String(await id) } })

const place = { kind: 'folder', path: '' } as const
const schedule = { looks: { after_hour: 5 }, due_hour: 9, closed_days: [7] }

async function pausedWatch(store: TestStore) {
  const at = await byId(watch(store))
  await store.call(watches.pause, at)
  return at
}

export const requestsOfWatches: Requests = {
  'watches.create': async (store) => {
    await storeFolder(store)
    const data_source_id = Number(await mappedSource(store))
    return { body: { name: fresh('ไฟล์อัตโนมัติ'), place, pattern: '*.csv', data_source_id, schedule } }
  },
  'watches.update': async (store) => {
    const at = await byId(watch(store))
    const { updated_at: origin_time } = await store.call(watches.get, at)
    return { ...at, body: { origin_time, pattern: '*.xlsx' } }
  },
  'watches.test': async (store) => {
    await storeFolder(store)
    return { body: { place, pattern: '*' } }
  },
  'watches.testChange': async (store) => ({ ...(await byId(watch(store))), body: { place, pattern: '*' } }),
  'watches.resume': pausedWatch,
  'watches.decide': async (store) => ({ params: await waitingFile(store), body: { decision: 'discard' } }),
  'memberFiles.create': async (store) => {
    await chatWatch(store)
    await officialAccount(store)
    return { body: {} }
  },
  'memberFiles.delete': async (store) => {
    await linkedMember(store)
    return {}
  },
}
