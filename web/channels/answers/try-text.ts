import { words } from '../../data/text.ts'

/** Texts of the phone on which answers are tried. */
export const tryText = words({
  title: ['ลองพิมพ์ดู', 'Try it'],
  eyesOf: ['ในสายตาของ', 'As'],
  anyone: ['คนที่ยังไม่เชื่อม LINE', 'someone not linked'],
  chooseCustomer: ['ลูกค้าที่จะดู', 'Customer to look as'],
  today: ['วันนี้', 'Today'],
  placeholder: ['พิมพ์คำที่ลูกค้าจะถาม', 'What a customer would ask'],
  send: ['ส่ง', 'Send'],
  chat: ['แชทตัวอย่าง', 'Sample chat'],
  start: [
    'พิมพ์เหมือนเป็นลูกค้า แล้วดูว่าคำตอบไหนมา ไม่มีอะไรถูกส่งจริง',
    'Write as a customer would, and see which answer comes. Nothing is really sent.',
  ],
  tapReply: ['แตะ {text}', 'Tap {text}'],

  answeredBy: ['ตอบด้วย {name}', 'Answered by {name}'],
  notAnswered: ['ไม่ตอบ', 'No answer'],
  staff: ['ไม่ตรงคำใด ให้คนตอบใน LINE', 'No word matches: staff answer in LINE.'],
  matched: ['ตรงคำ “{word}” ลำดับที่ {place}', 'Matches “{word}”, number {place}'],
  alsoMatches: ['{name} ก็ตรงคำ “{word}” แต่อยู่ลำดับที่ {place}', '{name} also matches “{word}”, but is number {place}'],
  within: ['{time} น. อยู่ในเวลาทำการ', '{time} is within opening hours'],
  outside: ['{time} น. อยู่นอกเวลาทำการ', '{time} is outside opening hours'],
  cost: ['ใช้ 0 ข้อความ', 'Uses 0 messages'],
  noMatch: ['ไม่ตรงคำใด', 'No word matches'],
  stop_word: ['คำนี้ยกเลิกรับข่าวสาร จึงมาก่อนทุกคำตอบ', 'It unsubscribes, which comes before every answer.'],
  maybe_stop_word: [
    'อาจหมายถึงยกเลิกรับข่าวสาร ระบบจะถามลูกค้าก่อน',
    'It may mean to unsubscribe, so the customer is asked first.',
  ],
  stopped: ['ลูกค้ารายนี้ไม่รับข้อความจากร้าน', 'This customer gets no messages from the store.'],
  link_word: ['คำจาก QR ของร้าน ใช้เชื่อมลูกค้ากับ LINE', 'The word of a QR code links a customer with LINE.'],
  paused: [
    'พักคำตอบในแชทนี้อยู่ เพราะลูกค้าขอคุยกับร้าน',
    'Answers pause in this chat: the customer asked to talk to the store.',
  ],
  given_today: ['วันนี้ตอบแบบนี้ให้ลูกค้ารายนี้แล้ว จึงไม่ตอบซ้ำ', 'This customer got it today, so it is not repeated.'],
  nothing: ['ไม่ตรงคำใด ให้คนตอบใน LINE', 'No word matches: staff answer in LINE.'],
  stopAnswered: ['หยุดรับข่าวสาร', 'Unsubscribed'],
  answerWith: ['ให้คำนี้ตอบด้วย {name}', 'Answer this with {name}'],
  nowFirst: ['{name} มาก่อน {other} แล้ว', '{name} now comes before {other}'],
  chooseAnswer: ['ให้คำนี้ตอบด้วย…', 'Answer this with…'],
  newAnswer: ['คำตอบใหม่', 'A new answer'],
  added: ['เพิ่มคำนี้ใน {name} แล้ว', 'Added to {name}'],
})
