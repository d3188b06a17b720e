import { notice } from '../platform/notice.ts'

/** A connector whose mapping is broken, or whose items all fail. */
export const connectorNotice = notice({
  kind: 'connector_failed',
  topic: 'store',
  readBy: 'datasource-open-api.read',
  leadsTo: { screen: 'data-source-openapi-connector' },
  data: ['connector_id'],
  names: { name: ['data_source', 'connector_id'] },
  says: {
    failed: {
      title: { th: 'ตัวเชื่อม {name} มีปัญหา', en: 'The connector {name} has a problem' },
      text: {
        th: 'รายการที่ส่งมายังไม่บันทึก แต่ระบบเก็บไว้ให้ เปิดดูว่าต้องแก้อะไร',
        en: 'Its items are kept but not saved. Open it to see what to correct.',
      },
    },
  },
})

/** Items of a connector that failed since the day before. */
export const deadLetterNotice = notice({
  kind: 'connector_dead_letters',
  topic: 'store',
  readBy: 'datasource-open-api.read',
  leadsTo: { screen: 'data-source-openapi-connector' },
  data: ['connector_id', 'items'],
  names: { name: ['data_source', 'connector_id'] },
  says: {
    failed: {
      title: { th: '{items} รายการของ {name} ผิดพลาด', en: '{items} items of {name} failed' },
      text: {
        th: 'เก็บไว้ 30 วัน เปิดดูสาเหตุ แก้การจับคู่ แล้วประมวลผลอีกครั้ง',
        en: 'They are kept for 30 days. Correct the mapping and replay them.',
      },
    },
  },
})
