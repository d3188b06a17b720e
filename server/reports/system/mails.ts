import type { Language } from '@ruam/contract/errors/catalog.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { systemText } from '@ruam/contract/reports/system-text.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { inStore } from '../../database/db.ts'
import { mailDay, mailMoment } from '../../mail/mail-time.ts'
import type { MailWork } from '../../mail/mails.ts'
import { systemReport } from './report.ts'

const GIGABYTE = 1024 ** 3
const whole = new Intl.NumberFormat('en-US')

/** The report as it is when the mail is sent, for the people who run the installation. */
const system_report: MailWork = {
  async write(core, { store_id }) {
    const to = core.config.operatorEmail
    if (!to) return undefined
    const report = await systemReport(core, store_id, { roles: [OWNER], permissions: [] })
    const timeZone = await inStore(core.pool, store_id, (db) => timeZoneOf(db, store_id))
    const lines = (language: Language) =>
      systemText(report, {
        language,
        date: (instant) => mailDay(instant, timeZone),
        when: (instant) => mailMoment(instant, timeZone, language),
        number: (value) => whole.format(value),
        bytes: (value) => `${(value / GIGABYTE).toFixed(1)} GB`,
      })
    const address = `${core.config.publicUrl}/${store_id}/setting/system`
    return {
      letter: {
        to,
        language: null,
        words: {
          th: {
            subject: `Ruam: สถานะระบบของร้านหมายเลข ${store_id}`,
            paragraphs: ['เจ้าของร้านขอให้ดูสถานะของระบบนี้ สิ่งที่ต้องทำอยู่บนสุด', ...lines('th')],
            link: { words: 'ดูหน้าระบบ', address },
          },
          en: {
            subject: `Ruam: system report of store ${store_id}`,
            paragraphs: [
              'A store asks you to look at the state of this system. What needs action comes first.',
              ...lines('en'),
            ],
            link: { words: 'Open the page', address },
          },
        },
      },
    }
  },
}

export const systemMails = { system_report }
