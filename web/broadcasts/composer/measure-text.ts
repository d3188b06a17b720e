import { words } from '../../data/text.ts'

export const measureText = words({
  part: ['วัดผล', 'Measure'],
  holdOut: ['กันกลุ่มเปรียบเทียบไว้ ไม่ให้ได้รับข้อความ', 'Hold out a comparison group that gets no message'],
  share: ['สัดส่วนของกลุ่มเปรียบเทียบ', 'Share of the comparison group'],
  about: [
    'สุ่มประมาณ {count} ราย เทียบยอดซื้อกับลูกค้าที่ได้รับใน 14 วัน จึงรู้ว่าข้อความทำให้ซื้อเพิ่มจริงหรือไม่',
    'About {count} customers at random. Their purchases over 14 days are compared with those of customers who got the message, to see whether it made them buy more.',
    'About {count} customer at random. Their purchases over 14 days are compared with those of customers who got the message, to see whether it made them buy more.',
  ],
  tooFew: [
    'เมื่อมีผู้รับไม่ถึง {least} ราย ทุกรายได้รับข้อความ เพราะเทียบกันไม่ได้ผล',
    'With fewer than {least} recipients, all get the message: too few to compare.',
  ],
  same: [
    'กันกลุ่มเดิมของ “{name}” ไว้ ลูกค้ากลุ่มนี้จะไม่ได้รับข้อความที่ส่งซ้ำ',
    'Keeps the comparison group of “{name}”, so the same customers stay without its repeats.',
  ],
  renew: ['สุ่มกลุ่มใหม่', 'Draw a new group'],
  why: ['เหตุผลที่ไม่วัดผล', 'Reason for not measuring'],
  chooseWhy: ['เลือกเหตุผล', 'Choose a reason'],
  notice: ['ทุกคนต้องรู้ เช่น แจ้งวันหยุด', 'Everyone must know, such as holidays'],
  promised: ['สัญญากับลูกค้าไว้แล้ว', 'It was promised to customers'],
  unneeded: ['ไม่ต้องการวัดผล', 'The effect does not matter'],
  ends: [
    'ส่งถึงกลุ่มเปรียบเทียบด้วย เมื่อเริ่มส่ง การวัดผลของครั้งก่อนจะจบลง',
    'It also goes to the comparison group. Once it is sent, the measurement of the earlier broadcast ends.',
  ],
  others: [
    'กลุ่มเปรียบเทียบของครั้งก่อนไม่อยู่ในผู้รับชุดนี้ จึงยังไม่ได้รับข้อความ',
    'The comparison group of the earlier broadcast is not among these customers and still gets no message.',
  ],
  messaged: [
    'ส่งถึงลูกค้าที่ได้รับข้อความไปแล้วเท่านั้น จึงไม่มีกลุ่มเปรียบเทียบ',
    'It goes to customers who got the message, so there is no comparison group.',
  ],
  rest: [
    'ส่งถึงทุกรายที่ยังไม่ได้รับ จึงไม่มีกลุ่มเปรียบเทียบ',
    'All who have not received it get it, so there is no comparison group.',
  ],
})
