import { words } from '../../data/text.ts'

export const text = words({
  pages: ['เพจ Facebook', 'Facebook pages'],
  count: ['{count} เพจ', '{count} pages', '{count} page'],
  connect: ['เชื่อมต่อเพจ', 'Connect page'],
  off: ['เซิร์ฟเวอร์นี้ยังไม่เปิดให้ใช้เพจ Facebook', 'Facebook pages are turned off on this server'],
  offText: [
    'ผู้ดูแลระบบเปิดได้ด้วยการตั้งค่า RUAM_FLAG_FACEBOOK',
    'The administrator can turn them on with the setting RUAM_FLAG_FACEBOOK.',
  ],
  emptyTitle: ['ยังไม่ได้เชื่อมต่อเพจ', 'No page is connected yet'],
  emptyText: [
    'เมื่อเชื่อมต่อแล้ว ลูกค้าที่ทักเพจจะอยู่ในรายชื่อลูกค้า และข้อความจะอยู่ในประวัติช่องทาง',
    'Once a page is connected, people who message it become customers, and their messages appear in the online log.',
  ],
  emptyRead: [
    'ผู้ที่มีสิทธิ์ตั้งค่า Facebook เชื่อมต่อเพจของร้านได้',
    'Someone with permission to set up Facebook can connect your page.',
  ],
  notSetUp: [
    'เซิร์ฟเวอร์นี้ยังไม่ได้ตั้งค่าแอป Facebook จึงยังเชื่อมต่อเพจไม่ได้ กรุณาติดต่อผู้ดูแลระบบ',
    'This server has no Facebook app yet, so no page can be connected. Ask the administrator to set one up.',
  ],
  noSendingTitle: ['ส่งบรอดแคสต์ทาง Facebook ไม่ได้', 'Broadcasts cannot be sent on Facebook'],
  noSending: [
    'Facebook ให้เพจส่งข้อความได้เฉพาะภายใน 24 ชั่วโมงหลังลูกค้าทักมา และห้ามส่งโปรโมชันหลังจากนั้น Ruam จึงรับข้อความอย่างเดียว',
    'Facebook lets a page message a customer only within 24 hours of their last message, and forbids promotions after that. Ruam therefore only receives messages.',
  ],
  people: ['ลูกค้าที่ทักมา {count} ราย', '{count} customers messaged', '{count} customer messaged'],
  pageId: ['เลขที่เพจ {id}', 'Page ID {id}'],
  active: ['ใช้งานได้', 'Working'],
  inactive: ['ปิดใช้งาน', 'Turned off'],
  error: ['โทเคนใช้ไม่ได้แล้ว', 'Token no longer works'],
  use: ['ใช้งานเพจนี้', 'Use this page'],
  useText: [
    'เมื่อปิด ระบบยังเก็บประวัติของเพจ แต่ไม่ดึงชื่อลูกค้าใหม่จาก Facebook',
    'When off, Ruam keeps the page’s log but no longer gets names from Facebook.',
  ],
  keepText: ['เก็บข้อความแชท', 'Keep chat text'],
  keepTextText: [
    'เมื่อปิด ประวัติช่องทางจะแสดงเพียงว่ามีข้อความ แต่ไม่เก็บเนื้อหา',
    'When off, the online log shows that a message arrived, but not its text.',
  ],
  disconnect: ['เลิกเชื่อมต่อ', 'Disconnect'],
  disconnectTitle: ['ต้องการเลิกเชื่อมต่อ {name} ใช่ไหม', 'Disconnect {name}?'],
  disconnectText: [
    'Ruam จะไม่รับข้อความของเพจนี้อีก ข้อมูลลูกค้ายังอยู่',
    'Ruam stops receiving messages from this page. Its customers stay.',
  ],
  disconnected: ['เลิกเชื่อมต่อแล้ว', 'Disconnected'],
  connectTitle: ['เชื่อมต่อเพจ Facebook', 'Connect a Facebook page'],
  token: ['โทเคนของผู้ดูแลเพจ', 'Token of a page manager'],
  tokenText: [
    'สร้างที่ Meta Business Suite โดยให้สิทธิ์ pages_show_list และ pages_messaging Ruam ใช้ครั้งเดียวและไม่เก็บไว้',
    'Create it in Meta Business Suite with the permissions pages_show_list and pages_messaging. Ruam uses it once and does not store it.',
  ],
  tokenWrong: ['โทเคนนี้ไม่ครบ กรุณาคัดลอกใหม่ทั้งหมด', 'This token is incomplete. Copy it again in full.'],
  showPages: ['ดูเพจ', 'Show pages'],
  choose: ['เลือกเพจ', 'Choose a page'],
  noPages: ['โทเคนนี้ไม่มีสิทธิ์จัดการเพจใด กรุณาสร้างใหม่', 'This token does not manage any page. Create another one.'],
  already: ['เชื่อมต่อแล้ว', 'Already connected'],
  connectIt: ['เชื่อมต่อเพจนี้', 'Connect this page'],
  connected: ['เชื่อมต่อแล้ว', 'Connected'],
  chooseFirst: ['กรุณาเลือกเพจ', 'Choose a page.'],
})
