import { z } from 'zod'
import { Direction, Id, Keyword, Page, sortBy } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { Export, exports } from '../reports/exports.ts'

const { list, create, createList, cancel, clear } = exports

/** At most as many as a list answers. */
const MAX_IDS = 1000
const ExportIds = z.array(Id).min(1).max(MAX_IDS)
/** Ids in an address, as `7,12`. */
const ExportIdsText = z
  .string()
  .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,999}$/)
  .transform((text) => text.split(',').map(Number))
  .pipe(ExportIds)

/** Exports of the caller (`/api/v1/export`). */
export const olderExports = feature({
  list: {
    ...list,
    path: '/v1/export',
    query: Page.extend({
      keyword: Keyword.optional(),
      sort_by: sortBy(['created_at'], 'created_at'),
      sort_dir: Direction.default('desc'),
    }),
    older: { successor: '/export', differs: ['keyword กรองด้วย file_name', 'keyword narrows by file_name.'] },
  },
  /** Exports customers, their activities, or another list. */
  create: {
    ...create,
    path: '/v1/export',
    summary: ['ส่งออกลูกค้า กิจกรรม หรือรายการอื่น', 'Export customers, activities or another list'],
    alsoRequires: undefined,
    body: z.union([create.body, createList.body]),
    errors: ['export_too_many', 'range_reversed'],
    older: {
      successor: '/v2/export',
      differs: [
        'สร้างไฟล์ของรายการอื่น (`POST /api/export`) ตาม type ได้ด้วย',
        'Also makes the files of other lists (`POST /api/export`), by type.',
      ],
    },
  },
  cancel: {
    method: 'PATCH',
    path: '/v1/export',
    summary: ['หยุดการส่งออกหลายรายการ', 'Stop several exports'],
    permission: cancel.permission,
    audit: cancel.audit,
    body: z.strictObject({ export_ids: ExportIds, status: z.literal('cancel').default('cancel') }),
    response: z.object({ data: z.array(Export) }),
    errors: ['export_over'],
    older: {
      successor: '/export/{id}',
      method: 'PUT',
      differs: [
        'หยุดหลายไฟล์ตาม export_ids ทั้งหมด หรือไม่หยุดเลยถ้ามีเลขที่ไม่พบ ไฟล์ที่เสร็จแล้วยังอยู่',
        'Cancels several, by export_ids: all of them, or none if one is unknown. Those that are over stay.',
      ],
    },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/export',
    summary: ['ลบรายการส่งออก', 'Delete exports'],
    permission: clear.permission,
    audit: clear.audit,
    query: z.strictObject({ export_ids: ExportIdsText.optional() }),
    older: {
      successor: '/export/clear',
      differs: [
        'export_ids ลบเฉพาะไฟล์เหล่านี้ และหยุดไฟล์ที่กำลังสร้าง',
        'export_ids removes these alone; those that run are cancelled.',
      ],
    },
  },
})
