import { words } from '../../../data/text.ts'

/** Words of the card that a customer takes home. */
export const cardText = words({
  card: ['บัตรลูกค้า', 'Customer card'],
  scan: ['สแกนเพื่อเชื่อม LINE', 'Scan to connect on LINE'],
  came: ['มา {count} ครั้งในปี {year}', '{count} visits in {year}', '{count} visit in {year}'],
  last: ['ล่าสุด {date}', 'Last on {date}'],
  first: ['มาครั้งแรก', 'First visit'],
  inDays: ['อีก {days} วัน', 'in {days} days', 'in {days} day'],
  usual: ['ซื้อประจำ', 'Regular'],
  usualOf: ['{times} จาก {of} ครั้ง', '{times} of {of} times'],
  again: ['น่าจะมาอีกใน {days} วัน', 'Likely to come again in {days} days', 'Likely to come again in {days} day'],
  because: [
    'ราว {date} เพราะมาทุก {every} วัน ล่าสุด {ago} วันก่อน',
    'Around {date}: comes every {every} days, last {ago} days ago',
  ],
  asOf: ['ข้อมูล ณ {date}', 'As of {date}'],
  until: ['QR ใช้ได้ถึง {date}', 'QR valid until {date}'],
  monthLetters: [
    'ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.',
    'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  ],
})
