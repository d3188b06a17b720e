import { z } from 'zod'
import { Id } from './common.ts'
import { feature } from './endpoint.ts'
import { scopeNames } from './scopes.ts'
import { dataTypes, fieldKinds } from './system-fields.ts'

export const masterData = feature({
  /** The words that map a column header to a field by themselves. */
  keywords: {
    method: 'GET',
    path: '/master-data/mapping/keyword',
    summary: ['อ่านคำที่ใช้จับคู่คอลัมน์', 'List words that map columns'],
    permission: 'member',
    response: z.object({
      data: z.array(z.object({ keyword: z.string(), field_id: Id, field_type: z.enum(fieldKinds) })),
      total: z.int(),
    }),
  },
  systemFields: {
    method: 'GET',
    path: '/master-data/system/field',
    summary: ['อ่านรายการฟิลด์ระบบ', 'List system fields'],
    permission: 'member',
    response: z.object({
      data: z.array(
        z.object({
          id: Id,
          field_type: z.enum(fieldKinds),
          name: z.string(),
          display_name: z.string(),
          data_type: z.enum(dataTypes),
          sort_id: z.int(),
        }),
      ),
      total: z.int(),
    }),
  },
  /** The scopes of API keys in words, and whether the caller may grant them. */
  scopes: {
    method: 'GET',
    path: '/master-data/openapi/scope',
    summary: ['อ่านรายการสิทธิ์ของคีย์', 'List scopes of API keys'],
    permission: 'member',
    response: z.object({
      data: z.array(
        z.object({ scope: z.enum(scopeNames), name: z.string(), description: z.string(), grantable: z.boolean() }),
      ),
      total: z.int(),
    }),
  },
})
