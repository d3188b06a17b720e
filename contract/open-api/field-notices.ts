import { notice } from '../platform/notice.ts'

/** The fields that programs read and write are lists from now on, filled by what was open and what they wrote. */
export const programFieldsNotice = notice({
  kind: 'program_fields',
  topic: 'store',
  readBy: 'cdp-core.profile-api.read',
  leadsTo: { screen: 'profile-api' },
  data: ['reads', 'writes'],
  names: {},
  says: {
    completed: {
      title: {
        th: 'โปรแกรมอ่านและเขียนได้เฉพาะฟิลด์ที่เปิดไว้',
        en: 'Programs read and write only the fields that are open',
      },
      text: {
        th: 'ตอนนี้อ่านได้ {reads} ฟิลด์ เขียนได้ {writes} ฟิลด์ ตามที่ใช้จริงใน 30 วัน เปิดดูรายการทั้งสองและปรับได้',
        en: 'By their use in 30 days, {reads} fields can be read and {writes} written. Open both lists to check them.',
      },
    },
  },
})
