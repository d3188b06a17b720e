import { words } from '../../data/text.ts'

/** Texts of broadcasts by LINE's own call for everyone. */
export const toAllText = words({
  why: [
    'LINE ไม่ให้รายชื่อเพื่อนของบัญชีนี้ แต่ส่งให้เพื่อนทุกคนเองได้ ร้านเลือกหรือเว้นรายใดไม่ได้',
    'LINE does not list the friends of this account, but can send to every one of them itself. The store can neither choose nor leave out anyone.',
  ],
  counted: [
    'LINE นับเพื่อนได้ {count} ราย และจองโควตาเผื่ออีก 2%',
    'LINE counted {count} friends. 2% more are reserved in the quota.',
    'LINE counted {count} friend. 2% more are reserved in the quota.',
  ],
  uncounted: ['LINE ยังไม่แจ้งจำนวนเพื่อน', 'LINE has not counted the friends yet'],
  withdrawn: [
    'เพื่อนที่ยกเลิกรับข่าวสารแล้ว {count} รายจะได้รับข้อความนี้ด้วย',
    '{count} friends who opted out will get this message too',
    '{count} friend who opted out will get this message too',
  ],
  noneWithdrawn: [
    'ร้านยังไม่เห็นเพื่อนที่ยกเลิกรับข่าวสาร แต่ LINE ไม่ให้รายชื่อเพื่อนครบทุกคน',
    'The store knows no friend who opted out, but LINE does not list them all',
  ],
  restricted: [
    'มีเพื่อน {count} รายที่ระงับการใช้ข้อมูล จึงส่งถึงเพื่อนทั้งหมดใน LINE ไม่ได้',
    'The data of {count} friends is restricted, so it cannot go to all friends on LINE',
    'The data of {count} friend is restricted, so it cannot go to all friends on LINE',
  ],
  lacks: [
    'ไม่มีกลุ่มเปรียบเทียบ การทดสอบ A/B คำเฉพาะลูกค้า เพดานจำนวนครั้งต่อคน และหน้าได้ผลไหม',
    'There is no comparison group, A/B test, personal word, weekly limit or effect page.',
  ],
  unmeasured: [
    'LINE ไม่บอกว่าส่งถึงใคร จึงวัดผลไม่ได้',
    'LINE does not tell who received it, so its effect cannot be measured.',
  ],
  noWords: ['ใช้คำเฉพาะลูกค้าไม่ได้', 'personal words cannot be used'],
  owner: ['เจ้าของร้านต้องอนุมัติก่อนส่ง', 'An owner of the store must approve it'],
  waitsForOwner: ['รอเจ้าของร้านอนุมัติ', 'Waiting for an owner’s approval'],
  really: ['ยืนยันว่าส่งถึงเพื่อนทุกคนใช่ไหม', 'Really send to every friend?'],
  everyone: ['ยืนยัน ส่งถึงทุกคน', 'Yes, send to everyone'],
  sendTo: [
    'ขออนุมัติส่งถึงเพื่อนประมาณ {count} ราย',
    'Ask to send to about {count} friends',
    'Ask to send to about {count} friend',
  ],

  report: ['ผลจาก LINE', 'Report from LINE'],
  noList: [
    'LINE เป็นผู้ส่งให้เพื่อนทุกคนเอง จึงไม่มีรายชื่อผู้รับ',
    'LINE itself sends to every friend, so there is no list of recipients.',
  ],
  friends: ['เพื่อนตามที่ LINE นับ', 'Friends counted by LINE'],
  countedOn: ['สิ้นวันที่ {day}', 'at the end of {day}'],
  delivered: ['LINE ส่งถึง', 'Delivered by LINE'],
  charged: ['โควตาที่ LINE คิด', 'Charged by LINE'],
  chargeWaits: ['LINE แจ้งในวันถัดไป', 'LINE tells it the next day'],
  chargeHidden: ['LINE ไม่แสดงเมื่อน้อยกว่า 20', 'LINE hides fewer than 20'],
  chargedWith: [
    'รวม {count} บรอดแคสต์ของวันเดียวกัน',
    'for {count} broadcasts of that day',
    'for {count} broadcast of that day',
  ],
  alsoGot: ['เพื่อนที่ยกเลิกรับข่าวสารแต่ได้รับด้วย', 'Opted out and got it too'],
  waiting: ['รอส่ง', 'Waiting'],
  unknown: ['ยังไม่มีคำยืนยันจาก LINE ระบบจะไม่ส่งซ้ำ', 'LINE did not confirm it. It is not sent again.'],
  source: [
    'ยอดส่งถึง เปิดอ่าน และกดลิงก์มาจาก LINE เมื่อ {time} LINE ไม่แสดงยอดเปิดอ่านและกดลิงก์เมื่อน้อยกว่า 20 คน',
    'Deliveries, opens and clicks are from LINE, {time}. LINE hides opens and clicks of fewer than 20 people.',
  ],
  noFigures: ['LINE ยังไม่แจ้งตัวเลข', 'LINE has given no figures yet'],
})
