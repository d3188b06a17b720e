import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Download } from '@ruam/contract/platform/endpoint.ts'
import { inStore } from '../../database/db.ts'
import { csvLine } from '../../formats/files/csv-line.ts'
import type { Core } from '../../servers/core.ts'
import { type EventRow, eventsAfter } from '../undo/queries.ts'
import type { NameStep } from './step-names.ts'

const PART = 2500

const words = {
  th: { file: 'แจ้งออก', columns: ['เวลา', 'โปรแกรม', 'ขั้น', 'ฉบับที่', 'รหัสลูกค้า', 'ลูกค้า'] },
  en: { file: 'events', columns: ['time', 'program', 'step', 'version', 'customer_id', 'customer'] },
} as const

/** Events of an automation as a CSV, by run. */
export const eventsFile = (
  core: Core,
  storeId: number,
  automation: { id: number; name: string },
  name: NameStep,
  language: Language,
): Download => ({
  file_name: `${automation.name}-${words[language].file}.csv`,
  content_type: 'text/csv; charset=utf-8',
  content: lines(core, storeId, automation.id, name, language),
})

async function* lines(core: Core, storeId: number, id: number, name: NameStep, language: Language) {
  yield `\ufeff${csvLine([...words[language].columns])}`
  let after: Pick<EventRow, 'run_id' | 'nth'> = { run_id: 0, nth: 0 }
  for (let more = true; more; ) {
    const rows = await inStore(core.pool, storeId, (db) => eventsAfter(db, storeId, id, after, PART))
    more = rows.length === PART
    after = rows.at(-1) ?? after
    yield rows
      .map(({ at, version, step, profile_id, name: customer }) => {
        const program = name({ automation_id: id, version, step })?.name ?? ''
        return csvLine([at, program, String(step), String(version), String(profile_id), customer])
      })
      .join('')
  }
}
