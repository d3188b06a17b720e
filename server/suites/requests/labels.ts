import { labels } from '@ruam/contract/customers/labels.ts'
import { fresh } from '../../testing/things/fresh.ts'
import { segment, segmentRule } from '../../testing/things/segments.ts'
import type { Requests } from './request.ts'

export const requestsOfLabels: Requests = {
  'labels.update': async (store) => {
    const id = String(await segment(store))
    const { updated_at: origin_time } = await store.call(labels.get, { params: { id } })
    const body = { name: fresh('ชื่อใหม่'), color: 'red' as const, segment_rule: await segmentRule(store) }
    return { params: { id }, body: { ...body, origin_time } }
  },
  'labels.create': async (store) => ({
    body: { name: fresh('เซกเมนต์'), color: 'teal', type: 'advanced', segment_rule: await segmentRule(store) },
  }),
}
