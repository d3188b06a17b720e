import { notice } from '../platform/notice.ts'

const ofWatch = {
  topic: 'import',
  readBy: 'cdp-core.datasource.read',
  leadsTo: { screen: 'watches' },
  data: ['watch_id', 'datasource_id'],
  names: { name: ['data_source', 'datasource_id'] },
} as const

/** A file waits for a decision. */
export const watchWaitsNotice = notice({
  ...ofWatch,
  kind: 'watch_waits',
  says: {
    completed: {
      title: { th: 'มีไฟล์ของ {name} รอให้ดู', en: 'A file of {name} waits' },
      text: { th: 'ไฟล์ต่างจากที่ตกลงไว้ ยังไม่มีข้อมูลใดเปลี่ยน', en: 'It differs from the terms. Nothing has changed yet.' },
    },
  },
})

/** A file could not be read, or its import did not come to its end. */
export const watchFileFailedNotice = notice({
  ...ofWatch,
  kind: 'watch_file_failed',
  says: {
    failed: {
      title: { th: 'นำเข้าไฟล์ของ {name} ไม่ได้', en: 'A file of {name} could not be imported' },
      text: {
        th: 'เปิดหน้าไฟล์อัตโนมัติเพื่อดูว่าเป็นไฟล์ไหน และเพราะอะไร',
        en: 'Open the automatic files to see which one, and why.',
      },
    },
  },
})

/** No file came by its hour. */
export const watchMissedNotice = notice({
  ...ofWatch,
  kind: 'watch_missed',
  says: {
    failed: {
      title: { th: 'ไฟล์ของ {name} ยังไม่มา', en: 'No file of {name} has come' },
      text: {
        th: 'เลยเวลาที่ควรมาถึงแล้ว กรุณาตรวจโปรแกรมที่ส่งไฟล์',
        en: 'It is past its hour. Check the program that sends it.',
      },
    },
  },
})

/** The place cannot be read. */
export const watchFailingNotice = notice({
  ...ofWatch,
  kind: 'watch_failing',
  says: {
    failed: {
      title: { th: 'อ่านที่เก็บไฟล์ของ {name} ไม่ได้', en: 'The place of the files of {name} cannot be read' },
      text: { th: 'ระบบจะลองใหม่เรื่อย ๆ กรุณาตรวจที่เก็บไฟล์', en: 'Ruam keeps trying. Check the place.' },
    },
  },
})

/** Ruam paused a watch. */
export const watchPausedNotice = notice({
  ...ofWatch,
  kind: 'watch_paused',
  says: {
    failed: {
      title: { th: 'พักไฟล์อัตโนมัติของ {name} แล้ว', en: 'The automatic files of {name} were paused' },
      text: {
        th: 'เปิดหน้าไฟล์อัตโนมัติเพื่อดูสาเหตุ แล้วเปิดอีกครั้ง',
        en: 'Open the automatic files to see why, then resume them.',
      },
    },
  },
})
