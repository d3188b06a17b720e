import { notice } from '../platform/notice.ts'

/** A field in an answer was deleted or is sensitive now: customers read the fallback until staff change the answer. */
export const answerWordsNotice = notice({
  kind: 'answer_words',
  topic: 'store',
  readBy: 'cdp-core.setting-line.edit',
  leadsTo: { screen: 'answers' },
  data: ['channel_id', 'answer_id'],
  names: { name: ['channel', 'channel_id'] },
  says: {
    failed: {
      title: { th: 'คำตอบของ {name} แสดงข้อมูลลูกค้าไม่ได้', en: 'An answer of {name} cannot show customer data' },
      text: {
        th: 'ฟิลด์ในคำตอบถูกลบหรือเป็นข้อมูลอ่อนไหวแล้ว ลูกค้าจะเห็นคำสำรองจนกว่าจะแก้ไขคำตอบ',
        en: 'A field in it was deleted or is sensitive now. Customers read the fallback until the answer is changed.',
      },
    },
  },
})
