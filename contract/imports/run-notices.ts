import { z } from 'zod'
import { Id } from '../platform/common.ts'
import { event } from '../platform/event.ts'
import { notice } from '../platform/notice.ts'
import { Run } from './run-state.ts'
import { dataSourceStatuses } from './status.ts'

/** State of a data source: progress of its load, dry run or run. */
export const dataSourceEvent = event({
  event_type: 'datasource',
  topics: ['datasource-load', 'pipeline-dry-run', 'pipeline'],
  visibleTo: 'cdp-core.datasource.read',
  leadsTo: { screen: 'data-source-v2-list-output', id: 'datasource_id' },
  data: z.object({
    datasource_id: Id,
    status: z.enum(dataSourceStatuses),
    /** 0 to 1 while the file is being read. */
    load_progress: z.number().optional(),
    run: Run.pick({ run_id: true, kind: true, status: true, progress: true, stats: true, eta: true }).optional(),
  }),
})

const counts = {
  th: 'เพิ่ม {added} · อัปเดต {updated} · ซ้ำ {duplicated} · ผิดพลาด {failed}',
  en: '{added} added · {updated} updated · {duplicated} duplicate · {failed} failed',
}

/** The end of a real run. */
export const runNotice = notice({
  kind: 'import_ended',
  topic: 'import',
  readBy: 'cdp-core.datasource.read',
  leadsTo: { screen: 'data-source-v2-list-output', param: 'dataSourceId', id: 'datasource_id' },
  data: ['datasource_id', 'added', 'updated', 'duplicated', 'failed'],
  names: { name: ['data_source', 'datasource_id'] },
  says: {
    completed: { title: { th: 'นำเข้า {name} สำเร็จ', en: '{name} was imported' }, text: counts },
    cancel: { title: { th: 'หยุดนำเข้า {name} แล้ว', en: 'The import of {name} was stopped' }, text: counts },
    failed: { title: { th: 'นำเข้า {name} ไม่สำเร็จ', en: '{name} could not be imported' }, text: counts },
  },
})

/** The end of a dry run, for users who left the screen. */
export const dryRunNotice = notice({
  ...runNotice,
  kind: 'dry_run_ended',
  says: {
    completed: {
      title: { th: 'ทดลองนำเข้า {name} เสร็จแล้ว', en: 'The test run of {name} has finished' },
      text: {
        th: 'จะเพิ่ม {added} · อัปเดต {updated} · ซ้ำ {duplicated} · ผิดพลาด {failed}',
        en: '{added} to be added · {updated} updated · {duplicated} duplicate · {failed} failed',
      },
    },
    failed: {
      title: { th: 'ทดลองนำเข้า {name} ไม่สำเร็จ', en: 'The test run of {name} failed' },
      text: { th: 'ยังไม่มีข้อมูลใดเปลี่ยน', en: 'Nothing has changed.' },
    },
  },
})
