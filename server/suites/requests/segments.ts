import { profileId } from '../../testing/things/profiles.ts'
import { segment, segmentRule } from '../../testing/things/segments.ts'
import type { Requests } from './request.ts'

export const requestsOfSegments: Requests = {
  'segments.estimate': async (store) => ({
    body: { segment_rule: await segmentRule(store), label_id: await segment(store) },
  }),
  'segments.estimateSpend': async (store) => ({ body: { segment_rule: await segmentRule(store) } }),
  'segments.moved': async (store) => ({ params: { id: String(await segment(store)) }, query: { way: 'left' } }),
  'segments.setMembersVisible': async (store) => ({
    params: { id: String(await segment(store)) },
    body: { value: true },
  }),
  'segments.setAutoApply': async (store) => ({ params: { id: String(await segment(store)) }, body: { value: true } }),
  'segments.calculate': async (store) => ({ params: { id: String(await segment(store)) } }),
  'segments.joined': async (store) => ({
    params: { id: String(await segment(store)) },
    query: { profiles: String(await profileId(store)) },
  }),
  'segments.pins': async (store) => ({ params: { id: String(await segment(store)) }, query: {} }),
}
