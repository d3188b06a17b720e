import { words } from '../data/text.ts'

/** Names, lines of cards and first texts of the templates of automations. */
export const templateText = words({
  title: ['เริ่มจากแบบที่ร้านใช้บ่อย', 'Begin with what stores use'],
  dear: ['สวัสดี ', 'Hello '],
  beforeName: ['คุณ', ''],
  everyone: ['', 'there, '],
  customer: ['ลูกค้า', 'dear customer'],

  welcome: ['ต้อนรับเพื่อนใหม่', 'Welcome new friends'],
  welcome_line: ['เป็นเพื่อนใน LINE · ข้อความ', 'Becomes a friend on LINE · message'],
  welcomeMessage: ['ต้อนรับ', 'Welcome'],
  welcomeWords: ['ขอบคุณที่เพิ่มร้านเราเป็นเพื่อน', 'thank you for adding us on LINE.'],

  birthday: ['วันเกิด', 'Birthday'],
  birthday_line: ['ถึงวันเกิด · ข้อความ', 'On the birthday · message'],
  birthdayMessage: ['สุขสันต์วันเกิด', 'Happy birthday'],
  birthdayWords: ['สุขสันต์วันเกิด ขอให้เป็นปีที่ดี', 'happy birthday! We wish you a wonderful year.'],

  come_back: ['ชวนกลับมา', 'Come back'],
  come_back_line: ['เข้าเซกเมนต์ · ข้อความ · รอ 14 วัน · ข้อความ', 'Enters a segment · message · wait 14 days · message'],
  comeBackMessage: ['คิดถึงคุณ', 'We miss you'],
  comeBackWords: ['ไม่ได้เจอกันนาน แวะมาหาเราบ้าง', 'it has been a while. We would love to see you again.'],
  remindMessage: ['ชวนอีกครั้ง', 'One more invitation'],
  remindWords: ['สัปดาห์นี้ร้านเปิดทุกวัน รอต้อนรับ', 'we are open every day this week and look forward to seeing you.'],

  thank_you: ['ขอบคุณที่ซื้อครั้งแรก', 'Thanks for the first purchase'],
  thank_you_line: ['ซื้อสินค้าครั้งแรก · รอ 2 ชั่วโมง · ข้อความ', 'First purchase · wait 2 hours · message'],
  thankMessage: ['ขอบคุณที่แวะมา', 'Thank you for your visit'],
  thankWords: ['ขอบคุณที่แวะมาวันนี้', 'thank you for visiting us today.'],

  first_year: ['ครบรอบปีแรกที่เป็นลูกค้า', 'One year as a customer'],
  first_year_line: ['ถึงวันที่สมัคร ครบ 1 ปี · ข้อความ', 'One year after joining · message'],
  firstYearMessage: ['ครบรอบ 1 ปี', 'One year together'],
  firstYearWords: ['ครบ 1 ปีที่เป็นลูกค้าของเราแล้ว ขอบคุณมาก', 'you have been with us for a year. Thank you!'],

  points: ['แต้มใกล้หมดอายุ', 'Points about to expire'],
  points_line: ['ถึงวันหมดอายุ ล่วงหน้า 14 วัน · ข้อความ', '14 days before they expire · message'],
  pointsMessage: ['แต้มใกล้หมดอายุ', 'Your points expire soon'],
  pointsWords: ['แต้มของคุณจะหมดอายุในอีก 14 วัน อย่าลืมแวะมาใช้', 'your points expire in 14 days. Come and use them.'],

  complaint: ['ดูแลหลังร้องเรียน', 'Care after a complaint'],
  complaint_line: ['กิจกรรม ร้องเรียน · โน้ตให้ติดตามใน 1 วัน', 'Activity complaint · note to follow up in 1 day'],
  complaintNote: ['โทรถามว่าเรื่องที่ร้องเรียนเรียบร้อยแล้วหรือยัง', 'Call and ask whether the complaint is settled'],
})
