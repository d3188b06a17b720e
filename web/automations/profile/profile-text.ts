import { words } from '../../data/text.ts'

export const profileText = words({
  title: ['การทำงานอัตโนมัติ', 'Automations'],
  at: ['อยู่ที่ {step}', 'At: {step}'],
  next: ['ต่อไป {step} {when}', 'Next: {step} {when}'],
  ends: ['จบ {when}', 'Ends {when}'],
  endedAt: ['{end} {when}', '{end} {when}'],
  heldOut: ['กลุ่มเปรียบเทียบ ไม่ได้รับข้อความ', 'Holdout: gets no messages'],
  acts: ['สิ่งที่เกิดขึ้น', 'What happened'],
  version: ['ฉบับที่ {version}', 'Version {version}'],

  because: ['เข้าเมื่อ {when} เพราะ{cause}', 'Entered {when}: {cause}'],
  inside: ['อยู่ในเซกเมนต์ {name} ตอนเริ่มใช้', 'was in the segment {name} when it started'],
  segment_entered: ['เข้าเซกเมนต์ {name}', 'entered the segment {name}'],
  segment_left: ['ออกจากเซกเมนต์ {name}', 'left the segment {name}'],
  activity: ['มีกิจกรรม {name}', 'had the activity {name}'],
  date: ['ถึงวันของ {name}', 'the day of {name} came'],
  friend: ['เป็นเพื่อนใน LINE', 'became a friend on LINE'],
  link: ['กดลิงก์ใน {name}', 'clicked a link in {name}'],
  gone: ['ที่ถูกลบ', 'deleted'],
  waits: ['รอเพราะ{reason}', 'waits: {reason}'],
})
