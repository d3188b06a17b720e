import { privacyProcessing } from '@ruam/contract/privacy/processing.ts'
import { implement } from '../../http/implement.ts'
import { differences } from './differences.ts'
import { processingFile } from './file.ts'
import { processingLines } from './lines.ts'
import { findRecord, insertRecord, linesBefore, takenRecords } from './queries.ts'

export const privacyProcessingRoutes = implement(privacyProcessing, {
  async get({ db, storeId }) {
    const lines = await processingLines(db, storeId)
    const changes = differences(lines, await linesBefore(db, storeId))
    return { lines, changes, taken: await takenRecords(db, storeId) }
  },

  async take({ db, storeId, user, audit }) {
    const lines = await processingLines(db, storeId)
    const id = await insertRecord(db, storeId, user.id, lines)
    await audit('store', storeId, { record: id, lines: lines.length })
    const [taken] = await takenRecords(db, storeId)
    return taken!
  },

  async download({ db, storeId, params: { id }, language, fail, audit }) {
    const record = await findRecord(db, storeId, id)
    if (!record) throw fail('not_found')
    await audit('store', storeId, { record: id })
    const { lines, day } = record
    return processingFile({ lines, day, changes: differences(lines, await linesBefore(db, storeId, id)) }, language)
  },
})
