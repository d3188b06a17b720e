import { z } from 'zod'
import { importRun } from '../imports/run.ts'
import { Id, IdText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

const { dryRun, run, cancelRun } = importRun

/** Imports (`/api/v1/pipeline`). */
export const olderPipeline = feature({
  /** Starts a dry run, and the real run when it has ended without a fault. */
  run: {
    ...dryRun,
    path: '/v1/pipeline/run',
    summary: ['เริ่มทดลองนำเข้า แล้วนำเข้าจริง', 'Start a test run, then the import'],
    params: undefined,
    body: z.strictObject({
      datasource_id: Id,
      /** The real run does not start if the dry run has failed rows. */
      stop_on_failed: z.boolean().default(false),
    }),
    response: z.object({ run_id: z.string() }),
    errors: [...new Set([...dryRun.errors, ...run.errors])],
    older: {
      successor: '/datasource/{datasource_id}/execute/dry',
      differs: [
        'นำเข้าจริงต่อเองหลังทดลองนำเข้า run_id เป็นของการทดลองนำเข้าและใช้ได้กับทั้งสอง การจับคู่ที่ไม่มีฟิลด์ระบุตัวลูกค้าได้ match_keys_missing เว้นแต่มี every_row_is_new',
        'The real run follows by itself; run_id is that of the dry run, and stands for both. A mapping without a key answers match_keys_missing unless it says every_row_is_new.',
      ],
    },
  },
  /** Cancels the run of a data source that waits or is at work. */
  stop: {
    ...cancelRun,
    method: 'DELETE',
    path: '/v1/pipeline',
    summary: ['หยุดการนำเข้าของแหล่งข้อมูล', 'Stop the import of a data source'],
    params: undefined,
    query: z.strictObject({ datasource_id: IdText }),
    older: {
      successor: '/datasource/{datasource_id}/history/{run_id}/cancel',
      method: 'POST',
      differs: ['หยุดการนำเข้าที่กำลังทำงานของแหล่งข้อมูล', 'Cancels whichever run of the data source is at work.'],
    },
  },
})
