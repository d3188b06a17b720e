import { z } from 'zod'
import { Id, IdText } from './common.ts'
import { feature } from './endpoint.ts'

const Named = {
  id: Id,
  /** In the caller's language. */
  name: z.string(),
  name_th: z.string(),
  name_en: z.string(),
}

/** Provinces, districts and postal codes of Thailand. */
export const locations = feature({
  regions: {
    method: 'GET',
    path: '/location/regions',
    summary: ['อ่านรายการภาคของประเทศไทย', 'List regions of Thailand'],
    permission: 'member',
    response: z.object({ data: z.array(z.object({ ...Named, code: z.string() })), total: z.int() }),
  },
  provinces: {
    method: 'GET',
    path: '/location/provinces',
    summary: ['อ่านรายการจังหวัดของประเทศไทย', 'List provinces of Thailand'],
    permission: 'member',
    query: z.strictObject({ region_id: IdText.optional() }),
    response: z.object({
      data: z.array(z.object({ ...Named, iso_3166_2: z.string(), region_id: Id })),
      total: z.int(),
    }),
  },
  /** Districts of a province. Suggestions only: an address accepts any text. */
  districts: {
    method: 'GET',
    path: '/location/districts',
    summary: ['อ่านรายการอำเภอ/เขตของจังหวัด', 'List districts of a province'],
    permission: 'member',
    query: z.strictObject({ province_id: IdText }),
    response: z.object({ data: z.array(z.object({ ...Named, province_id: Id })), total: z.int() }),
  },
})
