import { exportJobs } from '@ruam/contract/reports/exports.ts'
import { defineJobs } from '../../jobs/define.ts'
import { auditExport } from './audit-export.ts'
import { makeExport } from './make-export.ts'
import type { MadeFile } from './make-file.ts'
import { storeFile } from './queries.ts'
import { publishExport } from './view.ts'

export const exportWorks = defineJobs(exportJobs, {
  export: {
    work: makeExport,
    forget: [['filter']],
    async after(_core, db, storeId, ended) {
      if (ended.status !== 'completed') return
      await storeFile(db, storeId, ended.id, ended.result as MadeFile)
      await auditExport(db, storeId, ended)
    },
    // Cancelled in the moment in which it was done, or taken over.
    async unused({ storage }, result) {
      if (result) await storage.remove((result as MadeFile).storage_key)
    },
    publish: publishExport,
  },
})
